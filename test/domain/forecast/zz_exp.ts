import { allSteps } from "../../../domain/base/all_steps.ts";
import { addDays, daysBetween } from "../../../domain/base/day.ts";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import { cashPathsInSteps } from "../../../domain/forecast/forecast.ts";
import { roomsOf, safeAmount, lastDayOf } from "../../../domain/insights/afford.ts";
import { mostFailing } from "../../../domain/forecast/resample.ts";
import { aCategory } from "../../_builders.ts";
import { generatedHousehold, MONTHS } from "./_generated_household.ts";
const CASH = new Set(["checking", "savings"]);
let n=0, raw=0, env=0, fix=0, viol=0, fixn=0, neg=0, drift=0;
let t0=0;
const by: Record<string,number[]> = {};
for (let seed=1; seed<=+(Deno.args[0]??8); seed++) for (const isMoving of [false,true]) {
  const h = generatedHousehold(seed,{isMoving});
  for (let m=12; m+7<=MONTHS; m+=3) {
    const cut = addDays(addMonths(h.since,m-1), 27 - (m*5)%20);
    const t=performance.now();
    const cp = allSteps(cashPathsInSteps({accounts:h.accountsOn(cut),categories:[aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),aCategory({ id: "spending" })],schedules:h.schedulesOn(cut),transactions:h.rowsUntil(cut)},{accountIds:CASH,today:cut,until:addMonths(cut,16,1)}));
    t0+=performance.now()-t;
    const actual:number[]=[]; {
      let b=h.accountsOn(cut).filter(a=>CASH.has(a.id)).reduce((s,a)=>s+a.balance,0);
      const rows=Map.groupBy(h.rowsUntil(h.until).filter(r=>CASH.has(r.account_id)),r=>r.date);
      for(let d=cut; d<=h.until; d=addDays(d,1)){ if(d>cut) b+=(rows.get(d)??[]).reduce((s,r)=>s+r.amount,0); actual.push(b);}
    }
    const end = cp.expected.length-1;
    const raws:number[]=[]; const fixed:number[]=[];
    for (let d=0; d<=365; d+=30) {
      raws.push(safeAmount(roomsOf(cp,{date:addDays(cut,d),times:1},{today:cut,limit:0})));
      const l = cp.paths.map(p=>{let r=Infinity; for(let t=d;t<=end;t++) r=Math.min(r,p[t]!); return r;}).sort((a,b)=>a-b);
      fixed.push(l[mostFailing(1000)]!);
    }
    if (raws.some((r,i)=>i>0 && r<raws[i-1]!)) {viol++; if(cp.expected[365]!>=cp.expected[0]!) (globalThis as any).vg=((globalThis as any).vg??0)+1;}
 (globalThis as any).fall=((globalThis as any).fall??[]); (globalThis as any).fall.push([Math.round((cp.expected[365]!-cp.expected[0]!)/1000),...[0,1,2,3,6,12].map(i=>Math.round(raws[i]!/1000)), '|', ...[0,3,12].map(i=>Math.round(fixed[i]!/1000))].join(' '));
    if (cp.expected[365]!<cp.expected[0]!) drift++;
    const envs=raws.map((_,i)=>Math.min(...raws.slice(i)));
    for (const d of [0,30,90]) {
      const last=daysBetween(cut,lastDayOf({date:addDays(cut,d),times:1}));
      if (last>=actual.length) continue;
      const low=Math.min(...actual.slice(d,last+1));
      const ok=[low>=raws[d/30]!,low>=envs[d/30]!,low>=fixed[d/30]!];
      const key=`${cp.expected[365]!<cp.expected[0]!?'falling':'growing'} d${d}`; by[key]??=[0,0,0,0]; by[key][0]!++; ok.forEach((o,i)=>by[key]![i+1]! += +o);
      n++; 
    }
    neg++;
  }
}
console.log({n,viol,cases:neg,drift,ms:t0/neg}); for (const [k,v] of Object.entries(by)) console.log(k,v[0],v.slice(1).map(x=>(x/v[0]!).toFixed(3)));

console.log((globalThis as any).vg); console.log((globalThis as any).fall.filter((_:any,i:number)=>i%9===0).join('\n'));
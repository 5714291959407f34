// deno-lint-ignore-file prefer-ascii -- the words of banks in their own scripts
import { foldText } from "../domain/base/fold_text.ts";

const LETTERS = String.raw`[\p{L}\p{N}]`;

/**
 * Joins words into a regular-expression alternation. `_` matches a space, `*` matches any letters
 * or digits, and a leading `=` makes the word match only the whole text. Words with the same `=`
 * and `*` markers are grouped, so that the pattern contains fewer character classes, which take a
 * long time to compile.
 */
function alternatives(list: string): string {
  const groups = Map.groupBy(
    list.trim().split(/\s+/u),
    (entry) => entry.replace(/^([=*]?).+?(\*?)$/u, "$1 $2"),
  );
  const further = `${LETTERS}*`;
  return [...groups].map(([ends, entries]) => {
    const [start = "", end = ""] = ends.split(" ");
    const all = entries.map((entry) =>
      foldText(entry.slice(start.length, entry.length - end.length)).replaceAll("_", " ")
        .replace(/[+.()]/gu, String.raw`\$&`).replaceAll("*", further)
    ).join("|");
    const before = start === "=" ? "^" : start === "*" ? further : "";
    return `${before}(?:${all})${end === "*" ? further : ""}${start === "=" ? "$" : ""}`;
  }).join("|");
}

/** Compiles a pattern that finds whole words in text. */
function words(list: string): RegExp {
  return new RegExp(`(?<!${LETTERS})(?:${alternatives(list)})(?!${LETTERS})`, "u");
}

function onlyWords(list: string): RegExp {
  return new RegExp(`^(?:${alternatives(list)})$`, "u");
}

function firstWords(list: string): RegExp {
  return new RegExp(`^(?:${alternatives(list)})(?!${LETTERS})`, "u");
}

export const DEBIT = onlyWords(`
  debit debits debt dr db dbt má_dáti debet debito debite soll belastung belastungen lastschrift
  lastschriften ausgang ausgabe ausgaben auszahlung auszahlungen abgang withdrawal withdrawals
  withdrawn purchase purchases paid_out money_out funds_out out outflow outgoing outgoings
  payments_out payment payments spent expense expenses charge charges dare addebito addebiti uscite
  cargo cargos debe egreso egresos gasto gastos retiro retiros pagos saida saidas uitgaven uit af
  afschrijving afschrijvingen ut uttag utgift ut_av_konto ut_fra_konto udbetaling udbetalinger
  utbetaling utbetalinger utbetalning utbetalningar hævet otot otto panot_ulos uit_rekening
  obciążenia obciążenie wydatki terhelés výdaje výdaj izdaci depense depenses wn wypłata wypłaty ud
  retrait retraits sortie sorties tilivedot išlaidos debetas debets deebet borç çıkan çekilen ödenen
  χρέωση расход списание дебет 出金 出金額 お支払金額 お引出し お引出金額 引出 支払 支出 支出金額 支出金额 出金金額 支 출금 출금액 찾으신금액 ghi_nợ
  ถอน ถอนเงิน مدين سحب خصم isplata v_breme cargos_y_cheques cheques_y_cargos 払出 払出金額 提出 дебит חובה
  בחובה debitos`);

export const CREDIT = onlyWords(`
  credit credits cr cdt dal funds_in kredit credito credite haben gutschrift gutschriften eingang
  einnahme einnahmen einzahlung einzahlungen zugang deposit deposits deposited paid_in money_in in
  inflow incoming incomings income received receipt receipts payment_in payments_in avere accredito
  accrediti entrate abono abonos haber ingreso ingresos deposito depositos entrada entradas
  inkomsten bij bijschrijving bijschrijvingen insättning insättningar innskudd inn inn_på_konto
  inn_til_konto indbetaling indbetalinger innbetaling innbetalinger inbetalning inbetalningar indsat
  panot pano uznania uznanie wpływy jóváírás příjmy příjem primici depot depots ma wpłata wpłaty ind
  recette recettes entree entrees versement versements pajamos kreditas kredits kreedit alacak giren
  yatan πίστωση приход зачисление поступление кредит 入金 入金額 お預入れ お預り金額 預入 入金金額 収入 收入 收入金額 收入金额 存入
  存入金額 收 입금 입금액 맡기신금액 ghi_có ฝาก ฝากเงิน دائن ايداع uplata v_dobro 受入 受入金額 זכות בזכות
  creditos`);

/** Words that may appear in a heading next to the words for money in and out. */
export const FILLERS = new RegExp(
  words(`
  amount amounts amt amnt betrag umsatz montant importo importe bedrag belopp beløb kwota částka
  valor value suma summa sum eur euro euros usd gbp chf sek nok dkk pln czk huf cad aud nzd brl inr
  jpy 円 元 원 đồng vnd số_tiền transaction transactions column`).source,
  "gu",
);

export const INDICATOR = onlyWords(`
  dc cd sh d_c s_h d_h d_k direction sign richting vorzeichen plus_minus sens segno πρόσημο irány 收支`);

export const AMOUNT = words(`
  amount amnt amt *betrag umsatz montant import importo importe *bedrag *belopp *beløb *beløp kwota
  částka suma summa sum összeg valor määrä quantia iznos znesek tutar tutari gross brutto net netto
  upphæð сума =value =total ποσό сумма *金額 *金额 *금액* số_tiền จำนวนเงิน مبلغ סכום`);

/** Headings of columns with foreign amounts, exchange rates, taxes, interest or rewards. */
export const FOREIGN = words(`
  orig* původní pradin* eredeti* alkuperä* αρχικ* orijinal исходн* первонач* oryginal* oorspr*
  ursprung* oprindelig* opprinnelig* *foreign* *fremd* local transfer_amount exchange *wechsel*
  *kurs *koers rate rates fx cambio cours convert* compensation instructed tegenwaarde gegenwert
  *ausland* *utland* *udenland* tax vat mwst interest cashback points limit*`);
export const FEE = words(`
  fee fees *gebühr* *gebuehr* entgelt* commission* comissão comisión avgift *gebyr* poplatek opłata
  prowizja комисси* коміс* poplatok mokestis komisinis* komisija teenustasu palkkio palvelumaksu
  jutalék naknada masraf προμήθεια *手数料 手续费 手續費 수수료`);
/** Matches phrases such as `incl. fees` and `after the fee` in the headings of amount columns. */
export const WITH_FEES = new RegExp(
  `(?:${
    words(`
  incl including inclusive excl excluding exclusive after before net_of gross_of less minus plus
  with without inkl inklusive exkl einschließlich einschl abzüglich zuzüglich nach vor mit ohne avec
  sans hors compris con sin senza com sem met zonder incluso inclusief exclusief med uten utan uden
  efter etter før före po przed z bez`).source
  })(?: (?:the|all|any|of|von|der|den|aller|les|la|le|las|i|de|des|di))*(?: (?:${FEE.source}))`,
  "u",
);

export const AVAILABLE = words(`
  avail* dispon* verfügbar* beschikbaar* tillgänglig* tilgjengelig* dostępn*`);

export const MINOR_UNIT = words(
  "cent cents ct minor pence centimes centavos centesimi grosze öre kopecks",
);

export const CURRENCY = words(`
  *currency* =whrg *währung* *waehrung* =devise moneda moeda munt* valutacode valuuta* měna deviza*
  pénznem* valiuta* ccy =cur =valuta divisa waluta para_birimi döviz νόμισμα валюта *通貨* *العملة
  عملة מטבע`);

export const BALANCE = words(`
  *balance* =bal *saldo* *kontostand* solde* zůstatek zostatek zůstatok *egyenleg* *likutis*
  atlikums *jääk beholdning* bakiye* =stand =sold υπόλοιπο остаток сальдо баланс *残高* *繰越* *余额* *餘額*
  *잔액* số_dư ยอดคงเหลือ *رصيد* יתרה היתרה *staða staðan stanje стање салдо залишок наличност soldul
  stan_konta stav_účtu gjendja balans* bilanc* qalıq qoldiq қалдық ნაშთი մնացորդ үлдэгдэл शेष बैलेंस
  ব্যালেন্স இருப்பு مانده بیلنس ຍອດ សមតុល្យ လက်ကျန် =baki salio ቀሪ iarmhéid 结余 結餘 잔고`);

/**
 * Headings of columns that contain identifiers and similar values, which don't describe a
 * transaction.
 */
export const IDENTIFIER = words(`
  id ids uuid guid bic swift blz mcc zip postcode latitude longitude debtor* creditor* kreditor*
  gläubiger* glaeubiger* incassant* mandat* machtiging*`);

export const CATEGORY = words("*categor* *kategor* категори* *分类 *分類");

export const DATE = words(`
  *date data pvm ημ_νία dt *datum* *dato fecha *dag *tag *päivä* kuupäev* wertstellung valeur day
  tarih* *nap ημερομηνία дата 日付 *取引日 年月日 利用日 計上日 起算日 *日期 *时间 *일시 *일자 ngày* วันที่* تاريخ תאריך`);

/** Words for the counterparty. An account number under such a heading is the counterparty's. */
export const OTHER_SIDE = words(`
  *counter* tegen* gegen* *partner* *benefic* begünst* beguenst* proti* motpart* contra* empfänger*
  empfaenger* recipient payee remitter from to cpty kontrahenta получателя контрагента gavėjo karşı
  destino contrepartie controparte tiers zahlungsbeteiligt* saajan δικαιούχου`);
export const ACCOUNT_NUMBER = words(`
  *account *konto *konta iban *rekening compte cuenta conta number *nummer nr účtu acct *számla*
  sąskait* tilinumero λογαριασμ* счет* hesap*`);
export const OTHER_ACCOUNT = words(`
  *tegenrekening motkonto modkonto kontonummer_iban protiúčet 相手口座`);

/** An account heading consists only of words from `ACCOUNT` and `ACCOUNT_FILLER`. */
export const ACCOUNT = onlyWords(`
  account konto kontonummer kontonr rekening rekeningnummer auftragskonto iban bban compte cuenta
  conta card acct karte kartennummer creditcard accountnum kontoname bankkonto účet účtu rachunek
  rachunku számlaszám tili tilinumero conto hesap sąskaita sąskaitos счет счета λογαριασμός 口座 口座番号
  الحساب`);
/** Headings of columns that may contain either accounts or purchased products. */
export const PRODUCT = onlyWords(`
  wallet portemonnaie carteira cartera product produkt produit prodotto producto produto pocket pot`);
/** Account names that identify the account column if its heading doesn't. */
export const ACCOUNT_NAME = onlyWords(`
  *account *accounts *konto *konta *rekening checking chequing *_checking *_chequing savings
  *_savings current giro everyday compte_courant compte_joint livret_* cuenta_* conto_* conta_*
  ahorro* poupança spar* tagesgeld`);
export const ACCOUNT_FILLER = onlyWords(`
  own mein my no nr number nummer name used for transaction booking číslo numer numeris numero
  numarası номер da de رقم`);

export const STATUS = words(`
  status =state =pending =stav =estado =statut =stato =tila durum* situaç* būsena статус состояние
  κατάσταση 状態 状況 ステータス الحالة =cleared =booked`);

export const PAYEE = words(`
  *payee* =cpty_nm *merchant* counterparty counter_party beneficiar* recipient* auftraggeber*
  empfänger* empfaenger* begünstigter zahlungspflicht* zahlungsbeteiligt* tegenpartij
  tegenrekeninghouder contraparte contrepartie destinat* ordenante mottagare mottaker modtager
  avsändare nadawca odbiorca protistran* název_protiúčtu příjemce *partner* kontrahent* *saaja*
  maksaja gavėjas mokėtojas saņēmējs maksātājs tiers comercio estabelecimento vendor supplier =alıcı
  other_party *zahlungsempfänger 받는분 보낸분_받는분 gönderen* karşı_taraf işyeri получател* отправител*
  контрагент* δικαιούχ* prejemnik* plačnik* *支払先 *相手先 *利用先 *利用店 *店名* 加盟店 交易对方 *对方户名 *对方名称
  المستفيد المستلم בית_עסק`);

/** Words for the payee and the payer. */
export const PAID = words(`
  to payee* recipient* *beneficiar* zahlungsempfänger* empfänger* empfaenger* begünstigter target*
  mottagare mottaker modtager odbiorca =alıcı получател* destinat* *saaja* gavėjas saņēmējs`);
export const PAYING = words(`
  from payer* sender* zahlungspflichtig* auftraggeber* absender* source* ordenante avsändare
  avsender nadawca zleceniodawca gönderen* отправител* maksaja mokėtojas maksātājs`);

export const NAME = words(`
  name names naam nom nome nombre namn navn pavadinim* nazwa název nimi nev`);

export const MEMO = words(`
  *memo* note notes purpose verwendungszweck* mededeling* communication* betreff comment comments
  message* zpráva poznámka tytuł causale közlemény viesti *viite* notlar примечани* сообщени* σχόλι*
  備考 メモ ملاحظ* zahlungsgrund paaiškinim* paskaidrojum* selgitus remittance* additional* vwz* הערות`);

export const DESCRIPTION = words(`
  descri* omschrijving* beschreibung* buchungstext* text* tekst* libelle concepto histórico título
  opis опис* popis rubrik rubrikk beskrivning beskrivelse selite aprašym* paskirtis detail details
  particulars narr* =transaction =transaktion =transaksjon *label* meddelande leírás otsikko
  açıklama operation operations περιγραφή αιτιολογία назначени* детали *摘要 *内容 الوصف البيان التفاصيل
  تفاصيل תיאור פרטים הפעולה`);

export const OTHER = words(`
  ref* *referen* number *nummer numero n nr no time *zeit code tag tags type typ art *soort class*
  check cheque city country address adress adresse volgnr`);

export const OTHER_DATE = words(`
  due authori* started fällig* faellig* mandat* birth* expir* available created reported scheduled`);
export const VALUE_DATE = words(`
  val valut* value valeur* valor* wert* rente* arvo* αξίας валютир* *起算* érték* effective waluty ערך
  settle*`);
export const BOOKING_DATE = words(`
  book* buch* bok* bog* post* boek* проводк* καταχώρ* *計上* muhasebe konter* contab* comptab*
  kirjaus* księg* zaúčt* könyvel* clear* completed reskontra* rozlicz*`);

const PENDING_WORDS = `
  pending authorised authorized authorisation authorization processing in_progress on_hold hold
  unposted vorgemerkt vorgemerkte_buchung vormerkung umsatz_vorgemerkt ausstehend offen en_attente
  en_cours à_venir in_sospeso in_elaborazione in_attesa non_contabilizzat* pendiente pendientes
  pendente pendentes em_processamento retenido retenida openstaand in_behandeling gereserveerd
  reserv* preliminar* foreløpig afventer venter väntande varaus katevaraus odottaa oczekuj*
  w_trakcie w_realizacji blokada nezaúčt* čekající čeká čeká_na_zaúčtování blokace függő* zárol*
  gaida* apstrādē rezerv* laukiama* ootel broneeritud в_обработке ожида* εκκρεμ* σε_εκκρεμ*
  beklemede bekliyor bekleyen provizyon* vykdoma* 未確定 保留 保留中 処理中 未処理 等待付款 处理中 待处理 معلق معلقة قيد_*
  на_удержании холд в_процессе awaiting awaiting_* uncleared not_cleared in_process to_be_posted
  not_yet_posted not_yet_booked`;
/**
 * Words that mark a transaction as pending if its text starts with one of them. `Hold` and
 * `Reserved` aren't included, because a payee's name may start with them.
 */
export const PENDING_MARK = onlyWords(`
  pending processing unposted uncleared not_cleared not_yet_posted not_yet_booked vorgemerkt
  vormerkung ausstehend en_attente in_attesa in_sospeso pendiente pendente openstaand in_behandeling
  väntande afventer venter odottaa oczekuj* čekající в_обработке 処理中 待处理`);
export const PENDING = onlyWords(PENDING_WORDS);
/** Matches the start of a line that may be the title above pending transactions. */
export const PENDING_START = firstWords(PENDING_WORDS);

const TITLE_NOUNS = `
  transaction transactions payment payments item items authorisation authorisations authorization
  authorizations charge charges purchase purchases posting postings entry entries activity debits
  credits card_transactions umsatz umsätze buchung buchungen zahlung zahlungen kartenumsätze
  opération opérations paiement paiements mouvements operación operaciones movimiento movimientos
  transacción transacciones pago pagos operazione operazioni movimento movimenti transazione
  transazioni pagamento pagamenti pagamentos transação transações movimentos lançamentos transactie
  transacties betaling betalingen boekingen transaktion transaktioner transaktionen transaksjon
  transaksjoner betalinger köp tapahtuma tapahtumat operacje operacja transakcje transakcja
  płatności transakce platby pohyby tranzakciók tételek операции операция платежи işlem işlemler
  συναλλαγές`;
/** Matches titles such as `pending` or `pending transactions`, but not text with other words. */
export const PENDING_TITLE = titleOf(`${PENDING_WORDS}
  upcoming scheduled memo_post memo_posts memo_posted not_yet_booked not_yet_posted unbooked
  vorgemerkte ausstehende offene nicht_gebuchte noch_nicht_gebuchte ungebuchte openstaande pendenti
  preautorizzat* oczekujące nierozliczone odottavat ventende`);
/** Matches titles such as `posted` or `posted transactions`, but not text with other words. */
export const BOOKED_TITLE = titleOf(`
  posted booked completed cleared settled processed recent past all other previous history gebucht
  gebuchte abgerechnete comptabilisé* effectué* passé* contabilizad* realizad* efetivad*
  contabilizzat* eseguit* geboekt geboekte verwerkt verwerkte bokförd* bokfört* bogført* utförda
  toteutuneet kirjatut zaksięgowane rozliczone zaúčtované lekönyvelt* проведен* исполнен*
  gerçekleşen`);

function titleOf(list: string): RegExp {
  const [adjective, noun] = [alternatives(list), alternatives(TITLE_NOUNS)];
  return new RegExp(`^(?:(?:${noun}) )?(?:${adjective})(?: (?:${noun}))?$`, "u");
}

export const PAGE = new RegExp(
  `(?:${
    words("page seite blatt pagina side sida sivu strona strana oldal стр страница sayfa").source
  }) ?\\p{N}+(?:\\D{1,5}\\p{N}+)?`,
  "u",
);

export const FAILED = onlyWords(`
  failed declined rejected reverted reversed canceled cancelled denied refused error expired void
  voided fehlgeschlagen abgelehnt storniert abgebrochen zurückgewiesen refuse refusee echoue echouee
  annule annulee rejete rejetee rifiutat* annullat* non_riuscit* fallido fallida rechazado rechazada
  anulado anulada cancelado cancelada recusado recusada rejeitado rejeitada falhou geweigerd mislukt
  geannuleerd afgewezen misslyckad* avvisad avbruten nekad makulerad afvist annulleret mislykke*
  avvist avslått kansellert hylätty peruttu epäonnistu* odrzucon* anulowan* zamítnut* zrušen*
  sikertelen elutasít* törölt törölve atteikts noraidīt* atmest* tagasi_lükatud отклонен* отменен*
  απορρίφθ* ακυρ* αποτυχ* iptal* başarısız reddedildi red atsaukta nepavyk* ошибка не_исполнен* 取消
  取消済 失敗 エラー 交易关闭 交易關閉 交易失败 交易失敗 已关闭 已取消 취소 실패 ملغى ملغاة ملغي مرفوض مرفوضة فشل*`);

/** Labels of rows that show a balance or total instead of a transaction. */
export const OPENING = firstWords(`
  opening_balance opening_account_balance starting_balance start_balance beginning_balance
  previous_balance initial_balance old_balance last_balance balance_brought balance_b_f
  balance_forward balance_at_start brought_forward anfangssaldo anfangsbestand alter_kontostand
  alter_saldo alter_stand eröffnung* saldovortrag =vortrag startsaldo solde_initial
  solde_d'ouverture solde_precedent solde_anterieur solde_de_depart ancien_solde saldo_anterior
  saldo_iniziale saldo_precedente saldo_początkowe saldo_di_apertura beginsaldo oud_saldo
  vorig_saldo ingående* inngående* primo primosaldo počáteční* nyitó* alkusaldo sākuma* pradinis*
  algsaldo входящ*_остат* входящ*_сальдо входящ*_баланс* начальн*_остат* начальн*_сальдо
  начальн*_баланс* αρχικό_υπόλοιπο προηγούμενο_υπόλοιπο açılış* devir devreden* önceki_bakiye 前月繰越
  *繰越残高 *期首残高 *افتتاحي* likutis_pradžiai übertrag_von_seite übertrag_von_blatt übertrag_vom_blatt
  übertrag_blatt übertrag_seite page_total =b_f bal_b_f bal_bf brought_fwd amount_brought
  carried_over =carry_over =previous_statement =last_statement previous_statement_balance
  last_statement_balance altes_guthaben saldo_übertrag report_à_nouveau solde_reporte saldo_a_nuevo
  saldo_arrastre saldo_transportado =riporto saldo_riportato saldo_z_przeniesienia početno_stanje
  prethodno_stanje začetno_stanje preneseno_stanje počáteční_stav počiatočný_stav sold_initial
  sold_precedent sold_anterior sold_reportat =áthozat overført_saldo =flutt staða_flutt
  *upphafsstaða* upphaf* начално_салдо начален_баланс предходно_салдо почетно_стање почетно_салдо
  претходно_стање претходно_салдо залишок_на_початок вхідний_залишок остаток_на_начало saldo_inicia*
  saldo_d'obertura saldo_awal saldo_sebelumnya baki_awal baki_bawa* ยอดยกมา số_dư_đầu* प्रारंभिक*
  आरंभिक* प्रारम्भिक* مانده_از_قبل مانده_قبلی *סגירה_קודמת יתרת_פתיחה 上期结余 上期結餘 期初余额 期初餘額 期初结余 期初結餘
  =承前 =이월 이월잔액 이월금액 전월이월`);

export const CLOSING = firstWords(`
  closing_balance closing_account_balance ending_balance end_balance final_balance new_balance
  current_balance actual_balance balance_carried balance_c_f balance_at_end endsaldo endbestand
  schlusssaldo abschlusssaldo neuer_kontostand neuer_saldo neuer_stand =kontostand solde_final
  solde_de_cloture solde_actuel solde_nouveau nouveau_solde saldo_final saldo_finale saldo_actual
  saldo_atual saldo_końcowe saldo_di_chiusura saldo_contabile eindsaldo nieuw_saldo slutsaldo
  utgående* ultimo ultimosaldo konečný* záró* loppusaldo beigu* galutinis* loppsaldo исходящ*_остат*
  исходящ*_сальдо исходящ*_баланс* конечн*_остат* конечн*_сальдо конечн*_баланс* τελικό_υπόλοιπο
  νέο_υπόλοιπο kapanış* son_bakiye *期末残高 次月繰越 翌月繰越 *ختامي* likutis_pabaigai übertrag_auf_seite
  übertrag_auf_blatt =c_f bal_c_f bal_cf carried_fwd carried_forward amount_carried =guthaben
  neues_guthaben saldo_a_transportar saldo_a_reportar završno_stanje novo_stanje končno_stanje
  konečný_stav koncový_stav sold_final sold_nou sold_curent =átvitel =staða staða_eftir *lokastaða*
  ný_staða крайно_салдо краен_баланс крајње_стање крајње_салдо завршно_стање завршно_салдо
  залишок_на_кінець вихідний_залишок остаток_на_конец saldo_akhir baki_akhir ยอดยกไป số_dư_cuối*
  अंतिम* अन्तिम* مانده_پایانی יתרת_סגירה 期末余额 期末餘額 期末结余 期末結餘 本期结余 本期結餘 기말잔액`);

export const TOTAL = onlyWords(`
  total totals subtotal sub_total turnover sum summe gesamt* umsätze zwischensumme somme suma soma
  totale totaal obroty omsättning omsetning omsætning käive apgrozījums apyvarta összesen celkem
  iš_viso i_alt sammenlagt yhteensä razem toplam summa итого оборот σύνολο 合計 合計金額 المجموع
  total_debit total_debits total_credit total_credits total_out total_in total_amount
  total_des_operations total_general total_period summe_soll summe_haben turnover_debit
  turnover_credit`);

/** Words for money out and for money in, besides those in `DEBIT` and `CREDIT`. */
export const SIDES: readonly (readonly [out: RegExp, in_: RegExp])[] = [
  [
    onlyWords(`
  d dbit deb s - minus sent uscita debits x х χ t odchozí expense veloitus wydatek debited gider fee
  fees`),
    onlyWords(`
  c crdt cred h + plus k j π entrata hyvitys wpływ příchozí credited gelir refund refunds`),
  ],
  [onlyWords("w"), onlyWords("d")],
  [onlyWords("d"), onlyWords("a")],
];

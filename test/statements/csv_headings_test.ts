import { type Case, testCases, TWO_ROWS } from "./_csv_case.ts";

const CASES: readonly Case[] = [
  {
    title: "whole amounts that balances with decimals prove",
    lines: [
      "2026-11-14;5;11.50;A",
      "2026-11-13;6;6.50;B",
      "2026-11-12;-2;0.50;C",
      "2026-11-11;1;2.50;D",
    ],
    rows: ["2026-11-14 5000 A", "2026-11-13 6000 B", "2026-11-12 -2000 C", "2026-11-11 1000 D"],
    balances: [1_500, 11_500],
  },
  {
    title: "amounts that are all the same",
    lines: ["2026-11-14;Rent;-12.00", "2026-10-14;Rent;-12.00", "2026-09-14;Rent;-12.00"],
    rows: ["2026-11-14 -12000 Rent", "2026-10-14 -12000 Rent", "2026-09-14 -12000 Rent"],
  },
  {
    title: "spending marked with nothing and money in with CR",
    lines: ["Date,Payee,Amount", "2026-11-14,Bakery,12.50", "2026-11-13,Employer,900.00 CR"],
    rows: TWO_ROWS,
  },
  {
    title: "a flag for money out",
    lines: [
      "Date,Payee,Amount,Debit",
      "2026-11-14,Bakery,12.50,true",
      "2026-11-13,Employer,900.00,false",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "headings of money out and in above one empty column",
    lines: ["Date,Payee,Uttag,Ins\u00e4ttning", "2026-11-14,A,1.50,", "2026-11-13,B,2.00,"],
    rows: ["2026-11-14 -1500 A", "2026-11-13 -2000 B"],
  },
  {
    title: "a pending row in a column that is empty otherwise",
    lines: [
      "Date,Payee,Debit,Credit,Status",
      "2026-11-14,A,,350.00,pending",
      "2026-11-13,B,1.50,,posted",
      "2026-11-12,C,2.00,,posted",
    ],
    rows: ["2026-11-13 -1500 B", "2026-11-12 -2000 C"],
    leftOut: ["1 pending"],
  },
  {
    title: "a foreign amount beside the amount",
    lines: [
      "Dato;Tekst;Oprindeligt bel\u00f8b;Bel\u00f8b",
      "14.11.2026;Bakery;-1,70;-12,50",
      "13.11.2026;Employer;120,00;900,00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "the account's number in any language",
    lines: [
      "Data;Gav\u0117jas;Suma;S\u0105skaitos Nr.",
      "2026-11-14;A;-1,00;440012301",
      "2026-11-13;B;-2,00;440012302",
      "2026-11-12;C;-3,00;440012301",
    ],
    asked: ["part"],
  },
  {
    title: "a total in any language beside balances",
    lines: [
      "\u65e5\u4ed8,\u6458\u8981,\u91d1\u984d",
      "2026-11-01,\u524d\u6708\u7e70\u8d8a,100",
      "2026-11-10,A,-10",
      "2026-11-11,B,-20",
      "2026-11-11,\u5408\u8a08,-30",
      "2026-11-12,\u7fcc\u6708\u7e70\u8d8a,70",
    ],
    rows: ["2026-11-10 -10000 A", "2026-11-11 -20000 B"],
    balances: [100_000, 70_000],
  },
  {
    title: "a value day, which follows no order, before the day of booking",
    lines: [
      "Data waluty;Data transakcji;Opis;Kwota",
      "15.11.2026;14.11.2026;Bakery;-12,50",
      "13.11.2026;13.11.2026;Employer;900,00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "Czech names of months",
    lines: ["14 b\u0159e 2026;Bakery;-12,50", "13 \u010dvn 2026;Employer;900,00"],
    rows: ["2026-03-14 -12500 Bakery", "2026-06-13 900000 Employer"],
  },
  {
    title: "a signed column whose heading names money in and out",
    lines: [
      "Datum;Text;Ins\u00e4ttning/Uttag",
      "2026-11-14;Bakery;-12,50",
      "2026-11-13;Employer;900,00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "newest rows with a status of their own",
    lines: [
      "Date,Payee,Amount,Status",
      "2026-11-14,A,-1.00,xyz",
      "2026-11-13,B,-2.00,ok",
      "2026-11-12,C,-3.00,ok",
      "2026-11-11,D,-4.00,ok",
      "2026-11-10,E,-5.00,ok",
    ],
    leftOut: ["1 pending"],
  },
  {
    title: "a row of the balance alone",
    lines: [
      "Date,Payee,Amount,Balance",
      "2026-11-14,A,-1.00,9.00",
      "2026-11-13,B,-2.00,10.00",
      "2026-11-12,Balance carried forward,,12.00",
      "2026-11-11,C,-4.00,12.00",
    ],
    rows: ["2026-11-14 -1000 A", "2026-11-13 -2000 B", "2026-11-11 -4000 C"],
  },
  {
    title: "the account below the heading Konto",
    lines: [
      "Datum;Verwendungszweck;Konto;Betrag in EUR",
      "14.11.2026;Bakery;440012301;-12,50",
      "13.11.2026;Employer;440012301;900,00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "a heading of money out whose other column has none",
    lines: [
      "Date,Payee,Debit,Xyz",
      "2026-11-14,Bakery,12.50,",
      "2026-11-13,Employer,,900.00",
    ],
    rows: TWO_ROWS,
  },
];

testCases(CASES);

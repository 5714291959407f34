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
  {
    title: "an empty column for the parts of collective bookings",
    lines: [
      "Datum;Belastung;Gutschrift;Einzelbetrag;Text",
      "2026-11-14;12.50;;;Bakery",
      "2026-11-13;;900.00;;Employer",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "a balance of today above the heading",
    lines: [
      "Compte de ch\u00e8ques;****1234;20/11/2026;;979,88",
      "Date operation;Categorie;Sous Categorie;Libelle;Montant;Pointage",
      "14-11-2026;Vie;Courses;Bakery;-12,50;",
      "13-11-2026;Vie;Salaire;Employer;900,00;",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "labels of balances in a column without a known heading",
    lines: [
      "Data,Gav\u0117jas,Xyz,Suma,D/K",
      "2026-11-12,,Likutis prad\u017eiai,100.00,K",
      "2026-11-13,Employer,A12,900.00,K",
      "2026-11-14,Bakery,A15,12.50,D",
      "2026-11-14,Cinema,A17,9.00,D",
      "2026-11-14,Grocer,A18,8.00,D",
      "2026-11-15,,Apyvarta,29.50,D",
      "2026-11-15,,Likutis pabaigai,970.50,K",
    ],
    rows: [...TWO_ROWS.toReversed(), "2026-11-14 -9000 Cinema", "2026-11-14 -8000 Grocer"],
    balances: [100_000, 970_500],
  },
  {
    title: "words for money in and out in Chinese, and a closed order",
    lines: [
      "\u4ea4\u6613\u65f6\u95f4,\u4ea4\u6613\u5bf9\u65b9,\u6536/\u652f,\u91d1\u989d,\u4ea4\u6613\u72b6\u6001",
      "2026-11-15 10:00:00,Shop,\u652f\u51fa,66.00,\u4ea4\u6613\u5173\u95ed",
      "2026-11-14 12:30:05,Bakery,\u652f\u51fa,12.50,\u4ea4\u6613\u6210\u529f",
      "2026-11-13 12:30:05,Employer,\u6536\u5165,900.00,\u4ea4\u6613\u6210\u529f",
    ],
    rows: TWO_ROWS,
    leftOut: ["1 failed"],
  },
  {
    title: "numbers after an apostrophe, as spreadsheets keep them",
    lines: [
      "Tanggal,Keterangan,Jumlah,,Saldo",
      "'13/11/2026,Employer,900.00,CR,1900.00",
      "'14/11/2026,Bakery,12.50,DB,1887.50",
    ],
    rows: TWO_ROWS.toReversed(),
  },
  {
    title: "texts as formulas, as spreadsheets keep them",
    lines: [
      "Date;Payee;Amount",
      '"=""11/14/2026""";Bakery;"=""-12.50"""',
      '="11/13/2026";Employer;="900.00"',
    ],
    rows: TWO_ROWS,
  },
  {
    title: "amounts in won by their Korean sign",
    lines: [
      "\uac70\ub798\uc77c,\ub0b4\uc6a9,\ucd9c\uae08\uc561,\uc785\uae08\uc561",
      "2026\ub144 11\uc6d4 14\uc77c,Bakery,12\uc6d0,",
      '2026\ub144 11\uc6d4 13\uc77c,Employer,,"1,900\uc6d0"',
    ],
    options: { currency: "KRW", decimals: 0 },
    rows: ["2026-11-14 -12000 Bakery", "2026-11-13 1900000 Employer"],
  },
  {
    title: "IBANs of which most appear once",
    lines: [
      "Buchungsdatum;Empf\u00e4nger;IBAN;Betrag",
      "14.11.2026;Bakery;DE02120300000000202051;-12,50",
      "13.11.2026;Employer;DE02500105170137075030;900,00",
      "13.11.2026;Shop;DE02100500000054540402;-1,00",
      "13.11.2026;Bar;DE02300209000106531065;-2,00",
      "13.11.2026;Inn;DE02200505501015871393;-3,00",
    ],
    rows: [
      ...TWO_ROWS,
      "2026-11-13 -1000 Shop",
      "2026-11-13 -2000 Bar",
      "2026-11-13 -3000 Inn",
    ],
  },
  {
    title: "a minus in the column of money in, as on cards",
    lines: [
      "Status,Date,Description,Debit,Credit",
      "Cleared,11/14/2026,Bakery,12.50,",
      "Cleared,11/13/2026,Employer,,-900.00",
      "Cleared,11/12/2026,Employer,,-50.00",
    ],
    rows: [...TWO_ROWS, "2026-11-12 50000 Employer"],
  },
  {
    title: "a single minus in the column of money in",
    lines: [
      "Date,Description,Debit,Credit",
      "11/14/2026,Bakery,12.50,",
      "11/13/2026,Employer,,-900.00",
    ],
    asked: ["sign"],
    rows: TWO_ROWS,
  },
  {
    title: "a minus in the second of two columns without a known heading",
    lines: ["Date,Payee,Xa,Xb", "14/11/2026,Bakery,,-12.50", "13/11/2026,Employer,900.00,"],
    asked: ["sign"],
    rows: TWO_ROWS,
  },
  {
    title: "a column of money in with zeros alone",
    lines: ["Date;Payee;Credit;Xa", "2026-11-14;Bakery;0,00;75,63"],
    asked: ["sign"],
    rows: ["2026-11-14 75630 Bakery"],
  },
  {
    title: "two unsigned rows with unknown words",
    lines: [
      "Date,Payee,Kind,Amount",
      "2026-11-14,Bakery,gofu,12.50",
      "2026-11-13,Employer,mabe,900.00",
    ],
    options: { readAs: { amount_column: "Amount by Kind", sign: "as_shown" } },
    rows: TWO_ROWS,
  },
  {
    title: "Arabic digits, separators and marks of direction",
    lines: [
      "\u0627\u0644\u062a\u0627\u0631\u064a\u062e;\u0627\u0644\u0628\u064a\u0627\u0646;\u0627\u0644\u0645\u0628\u0644\u063a",
      "\u0662\u0660\u0662\u0666/\u0661\u0661/\u0661\u0664;Bakery;\u200e-\u0661\u0662\u066b\u0665\u0660",
      "\u0662\u0660\u0662\u0666/\u0661\u0661/\u0661\u0663;Employer;\u0669\u0660\u0660\u066b\u0660\u0660",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "dates with East Asian signs for year, month and day",
    lines: [
      "\u65e5\u4ed8,Payee,\u652f\u51fa\u91d1\u984d,\u6536\u5165\u91d1\u984d",
      "2026\u5e7411\u670814\u65e5,Bakery,12.50,",
      "2026\u5e7411\u670813\u65e5,Employer,,900.00",
    ],
    rows: TWO_ROWS,
  },
  {
    title: "years of the Republic of China",
    lines: ["Date,Payee,Amount", "115/11/14,Bakery,-12.50", "115/11/13,Employer,900.00"],
    rows: TWO_ROWS,
  },
  {
    title: "years of the Reiwa era",
    lines: ["Date,Payee,Amount", "R8.11.14,Bakery,-12.50", "R8.11.13,Employer,900.00"],
    rows: TWO_ROWS,
  },
  {
    title: "the owner's name in every row",
    lines: [
      "Name,Date,Description,Amount",
      "Me,2026-11-14,Bakery,-12.50",
      "Me,2026-11-13,Employer,900.00",
      "Me,2026-11-12,Cinema,-9.00",
      "Me,2026-11-11,Grocer,-8.00",
    ],
    rows: [...TWO_ROWS, "2026-11-12 -9000 Cinema", "2026-11-11 -8000 Grocer"],
  },
  {
    title: "two columns of amounts in currencies that aren't named",
    lines: ["Date,Details,Local,Foreign", "2026-11-14,Bakery,-12.50,-14.62"],
    asked: ["amount_column"],
  },
  {
    title: "an IBAN that may be the other side's",
    lines: [
      "Buchungsdatum;Empf\u00e4nger;IBAN;Betrag",
      "14.11.2026;Bakery;DE02120300000000202051;-12,50",
      "13.11.2026;Employer;DE02500105170137075030;900,00",
    ],
    asked: ["part"],
    rows: TWO_ROWS,
  },
  {
    title: "a pending row alone under another number",
    lines: [
      "Buchungsdatum;Status;Empf\u00e4nger;Konto;Betrag",
      "15.11.2026;Vorgemerkt;Shop;222;-45,00",
      "14.11.2026;Gebucht;Bakery;111;-12,50",
      "13.11.2026;Gebucht;Employer;111;900,00",
    ],
    asked: ["part"],
    rows: TWO_ROWS,
    leftOut: ["1 pending"],
  },
];

testCases(CASES);

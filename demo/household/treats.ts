/**
 * Where the household goes out.
 *
 * @module
 */

import type { Habit } from "./habits.ts";

const VISA = [["visa", 1]] as const;
const WALLET = [["wallet", 1]] as const;

/** Cafes and restaurants. */
export const TREATS: readonly Habit[] = [
  {
    payee: "Blue Door Coffee",
    labels: ["SQ *BLUE DOOR COFFEE | Portland OR"],
    categories: [["coffee", 1]],
    accounts: VISA,
    timesPerMonth: 7,
    from: 4.25,
    to: 10.5,
    ending: "menu",
  },
  {
    payee: "Northbound Roasters",
    labels: ["TST* NORTHBOUND ROASTERS | Portland OR"],
    categories: [["coffee", 4], ["gifts", 1]],
    accounts: VISA,
    timesPerMonth: 2.6,
    from: 4.5,
    to: 21,
    ending: "menu",
  },
  {
    payee: "Pho Lantern",
    labels: ["TST* PHO LANTERN | Portland OR"],
    categories: [["dining", 1]],
    accounts: VISA,
    timesPerMonth: 1.8,
    from: 24,
    to: 52,
    ending: "basket",
    weekend: 1.6,
  },
  {
    payee: "Casa Maravilla",
    labels: ["CASA MARAVILLA | PORTLAND OR"],
    categories: [["dining", 1]],
    accounts: VISA,
    timesPerMonth: 1.1,
    from: 38,
    to: 84,
    ending: "basket",
    weekend: 2,
  },
  {
    payee: "Little Anvil Pizza",
    labels: ["SQ *LITTLE ANVIL PIZZA | Portland OR"],
    categories: [["dining", 1]],
    accounts: VISA,
    timesPerMonth: 2,
    from: 22,
    to: 46,
    ending: "menu",
    weekend: 2,
  },
  {
    payee: "Sunny Side Diner",
    labels: ["SUNNY SIDE DINER 0{n2} | GRESHAM OR"],
    categories: [["dining", 1]],
    accounts: VISA,
    timesPerMonth: 1,
    from: 18,
    to: 41,
    ending: "basket",
    weekend: 4,
  },
  {
    payee: "Grand Wok Delivery",
    labels: ["DD *GRANDWOK {a6} | 855-555-0107 CA"],
    categories: [["dining", 1]],
    accounts: VISA,
    timesPerMonth: 1.4,
    from: 29,
    to: 63,
    ending: "basket",
  },
  {
    payee: "Ice Cream Cart",
    labels: [],
    categories: [["dining", 2], ["samFun", 1]],
    accounts: WALLET,
    timesPerMonth: 1,
    from: 6,
    to: 14,
    ending: "whole",
    weekend: 3,
  },
];

/**
 * The household's category groups and categories, in display order.
 *
 * @module
 */

/** What is fixed about a category. */
export interface CategoryFacts {
  readonly key: string;
  readonly name: string;
  readonly hidden?: boolean;
  readonly deleted?: boolean;
  readonly note?: string;
  readonly loanPaired?: boolean;
}

/** What is fixed about a group. */
export interface GroupFacts {
  readonly key: string;
  readonly name: string;
  readonly internal?: boolean;
  readonly hidden?: boolean;
  readonly deleted?: boolean;
  readonly categories: readonly CategoryFacts[];
}

/** All groups; "Hidden Categories" is where upstream used to put what was hidden. */
export const GROUPS = [
  {
    key: "internal",
    name: "Internal Master Category",
    internal: true,
    categories: [
      { key: "uncategorized", name: "Uncategorized" },
      { key: "inflow", name: "Inflow: Ready to Assign" },
    ],
  },
  {
    key: "cardPayments",
    name: "Credit Card Payments",
    internal: true,
    categories: [
      { key: "visaPayment", name: "Everyday Visa" },
      { key: "storeCardPayment", name: "Harlow's Store Card" },
    ],
  },
  {
    key: "home",
    name: "Home",
    categories: [
      { key: "mortgage", name: "Mortgage", loanPaired: true },
      { key: "homeInsurance", name: "Insurance" },
      { key: "electricity", name: "Electricity" },
      { key: "gas", name: "Natural Gas" },
      { key: "water", name: "Water & Sewer" },
      { key: "internet", name: "Internet" },
      { key: "phone", name: "Phones" },
      { key: "homeMaintenance", name: "Home Maintenance" },
      { key: "cleaning", name: "House Cleaning" },
      { key: "landline", name: "Landline", deleted: true },
    ],
  },
  {
    key: "car",
    name: "Car & Transport",
    categories: [
      { key: "carLoan", name: "Car Loan", loanPaired: true },
      { key: "carInsurance", name: "Insurance" },
      { key: "fuel", name: "Fuel" },
      { key: "carRepairs", name: "Maintenance & Repairs" },
      { key: "registration", name: "Registration" },
      { key: "transit", name: "Parking & Transit" },
      { key: "oldCar", name: "Old Station Wagon", hidden: true, note: "Sold; a refund remains." },
    ],
  },
  {
    key: "everyday",
    name: "Everyday",
    categories: [
      { key: "groceries", name: "Groceries", note: "Includes the dog's treats." },
      { key: "farmBox", name: "Farm Box" },
      { key: "dining", name: "Dining Out" },
      { key: "coffee", name: "Coffee" },
      { key: "householdGoods", name: "Household Goods" },
      { key: "health", name: "Pharmacy & Health" },
      { key: "clothing", name: "Clothing" },
      { key: "haircuts", name: "Haircuts" },
      { key: "pets", name: "Pets" },
    ],
  },
  {
    key: "subscriptions",
    name: "Subscriptions",
    categories: [
      { key: "streaming", name: "Streaming & Music" },
      { key: "software", name: "Software & Cloud" },
      { key: "news", name: "News" },
      { key: "memberships", name: "Memberships" },
      { key: "gym", name: "Gym" },
    ],
  },
  {
    key: "kids",
    name: "Kids",
    categories: [
      { key: "childcare", name: "Childcare" },
      { key: "activities", name: "Activities" },
      { key: "school", name: "School" },
      { key: "toys", name: "Toys" },
    ],
  },
  {
    key: "europe",
    name: "Europe",
    categories: [
      { key: "lyonFlat", name: "Lyon Flat" },
      { key: "cologne", name: "Cologne Bills" },
    ],
  },
  {
    key: "giving",
    name: "Giving",
    categories: [
      { key: "gifts", name: "Gifts" },
      { key: "charity", name: "Charity" },
    ],
  },
  {
    key: "holidays",
    name: "Holidays",
    categories: [
      { key: "vacation", name: "Vacation" },
      { key: "holidayGifts", name: "Gifts" },
      { key: "hosting", name: "Hosting" },
    ],
  },
  {
    key: "fun",
    name: "Fun",
    categories: [
      { key: "alexFun", name: "Alex's Fun Money" },
      { key: "samFun", name: "Sam's Fun Money" },
      { key: "hobbies", name: "Hobbies" },
      { key: "books", name: "Books & Games" },
    ],
  },
  {
    key: "goals",
    name: "Savings Goals",
    categories: [
      { key: "emergency", name: "Emergency Fund" },
      { key: "nextMonth", name: "Next Month's Money", note: "Income waits here for a month." },
      { key: "investments", name: "Investments" },
      { key: "kitchen", name: "Kitchen Remodel" },
      { key: "taxes", name: "Taxes" },
    ],
  },
  {
    key: "london",
    name: "London",
    hidden: true,
    categories: [
      { key: "londonLiving", name: "Living Costs", hidden: true },
      { key: "londonFlat", name: "Flat", hidden: true },
    ],
  },
  { key: "wedding", name: "Wedding", deleted: true, categories: [] },
  {
    key: "hidden",
    name: "Hidden Categories",
    categories: [
      { key: "weddingGuests", name: "Wedding Guests", hidden: true },
      { key: "gameConsole", name: "Game Console", hidden: true },
      { key: "busPass", name: "Bus Pass", hidden: true, deleted: true },
    ],
  },
] as const satisfies readonly GroupFacts[];

/** Names a category within this folder. */
export type CategoryKey = (typeof GROUPS)[number]["categories"][number]["key"];

/** All category keys, in display order. */
export const CATEGORY_KEYS: readonly CategoryKey[] = GROUPS.flatMap((group) =>
  group.categories.map((category) => category.key)
);

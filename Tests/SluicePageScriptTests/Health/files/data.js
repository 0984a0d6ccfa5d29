var dataOfPage = { a: 1 };

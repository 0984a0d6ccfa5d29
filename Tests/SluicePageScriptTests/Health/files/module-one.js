export const one = 1; export default (given) => given + one;

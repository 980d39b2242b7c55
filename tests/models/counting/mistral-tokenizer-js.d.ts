declare module 'mistral-tokenizer-js' {
  const tokenizer: {
    encode(text: string, addBosToken?: boolean, addPrecedingSpace?: boolean): number[];
  };
  export default tokenizer;
}

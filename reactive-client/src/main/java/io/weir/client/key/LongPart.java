package io.weir.client.key;

import java.util.function.Function;

/** Whole numbers in a key, and what can be told from them. Any thread. */
interface LongPart extends KeyPart<Long> {

  /** The same texts, for values that stand for the numbers one to one. */
  default <T> KeyPart<T> mapped(Function<Long, T> fromNumber, Function<T, Long> toNumber) {
    return new KeyPart<>() {
      @Override
      public String write(T value) {
        return LongPart.this.write(toNumber.apply(value));
      }

      @Override
      public T read(String text) {
        return fromNumber.apply(LongPart.this.read(text));
      }
    };
  }
}

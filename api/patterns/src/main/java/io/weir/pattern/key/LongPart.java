package io.weir.pattern.key;

import java.util.function.Function;

/** A part for whole numbers, from which other parts are derived. Any thread. */
interface LongPart extends KeyPart<Long> {

  /** Returns a part with the same texts for values that correspond to the numbers one to one. */
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

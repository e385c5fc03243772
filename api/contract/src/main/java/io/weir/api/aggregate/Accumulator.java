package io.weir.api.aggregate;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One aggregate of one group, of the entities so far. Belongs to one thread at a time. */
sealed interface Accumulator {

  /** Takes the next entity's value of the property; null when it has none. */
  void add(@Nullable EdmValue value);

  /** Takes what another accumulator of the same aggregate has taken, which stays as it is. */
  void addAll(Accumulator other);

  /** Returns the result; empty without any value. */
  Optional<EdmValue> result();

  /** Returns the bytes of the value that is held: see {@link Aggregation#MAX_BYTES}. */
  default long bytes() {
    return 0;
  }

  /** Returns the accumulator of an aggregate, before the first entity. */
  static Accumulator of(Aggregate aggregate) {
    return switch (aggregate.function()) {
      case COUNT -> new Count();
      case SUM -> new Sum(aggregate);
      case AVERAGE -> new Average();
      case MIN -> new Extreme(-1);
      case MAX -> new Extreme(1);
    };
  }

  /** Returns the bytes that a value counts for in an answer. */
  static long bytes(@Nullable EdmValue value) {
    if (value instanceof EdmString text) {
      return (long) Character.BYTES * text.value().length();
    }
    return value instanceof EdmBinary binary ? binary.length() : 0;
  }

  /** The number of entities. */
  final class Count implements Accumulator {

    private long entities;

    @Override
    public void add(@Nullable EdmValue value) {
      entities++;
    }

    @Override
    public void addAll(Accumulator other) {
      entities += ((Count) other).entities;
    }

    @Override
    public Optional<EdmValue> result() {
      return Optional.of(new EdmInt64(entities));
    }
  }

  /** The sum of the numbers. */
  final class Sum implements Accumulator {

    private final Aggregate aggregate;
    private final NumberSum sum = new NumberSum();

    private Sum(Aggregate aggregate) {
      this.aggregate = aggregate;
    }

    @Override
    public void add(@Nullable EdmValue value) {
      if (value != null) {
        sum.add(value);
      }
    }

    @Override
    public void addAll(Accumulator other) {
      sum.add(((Sum) other).sum);
    }

    @Override
    public Optional<EdmValue> result() {
      if (sum.exceedsInt64()) {
        throw new InvalidRequestException(
            ErrorCode.OUT_OF_RANGE_INPUT,
            "sum=" + aggregate.property() + " reason=exceedsInt64 instead=average");
      }
      return sum.sum();
    }
  }

  /** The average of the numbers. */
  final class Average implements Accumulator {

    private final NumberSum sum = new NumberSum();

    @Override
    public void add(@Nullable EdmValue value) {
      if (value != null) {
        sum.add(value);
      }
    }

    @Override
    public void addAll(Accumulator other) {
      sum.add(((Average) other).sum);
    }

    @Override
    public Optional<EdmValue> result() {
      return sum.average();
    }
  }

  /** The least or the greatest value. */
  final class Extreme implements Accumulator {

    private final int sign;
    private @Nullable EdmValue extreme;

    private Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public void add(@Nullable EdmValue value) {
      if (value == null || value instanceof EdmDouble number && Double.isNaN(number.value())) {
        return;
      }
      if (extreme == null || sign * ValueOrder.ORDER.compare(value, extreme) > 0) {
        extreme = value;
      }
    }

    @Override
    public void addAll(Accumulator other) {
      add(((Extreme) other).extreme);
    }

    @Override
    public Optional<EdmValue> result() {
      return Optional.ofNullable(extreme);
    }

    @Override
    public long bytes() {
      return Accumulator.bytes(extreme);
    }
  }
}

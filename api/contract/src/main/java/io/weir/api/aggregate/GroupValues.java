package io.weir.api.aggregate;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmValue;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The values that the entities of a group agree in; null for a property that they lack, and for a
 * property that the aggregation does not name. In the order of groups.
 */
record GroupValues(@Nullable EdmValue first, @Nullable EdmValue second)
    implements Comparable<GroupValues> {

  private static final Comparator<@Nullable EdmValue> ABSENT_FIRST =
      Comparator.nullsFirst(ValueOrder.ORDER);

  /** The values of the only group. */
  static final GroupValues NONE = new GroupValues(null, null);

  GroupValues {
    first = unsignedZero(first);
    second = unsignedZero(second);
  }

  private static @Nullable EdmValue unsignedZero(@Nullable EdmValue value) {
    return value instanceof EdmDouble number && number.value() == 0 ? new EdmDouble(0.0) : value;
  }

  @Nullable
  EdmValue get(int index) {
    return index == 0 ? first : second;
  }

  long bytes() {
    return Accumulator.bytes(first) + Accumulator.bytes(second);
  }

  @Override
  public int compareTo(GroupValues other) {
    var byFirst = ABSENT_FIRST.compare(first, other.first);
    return byFirst != 0 ? byFirst : ABSENT_FIRST.compare(second, other.second);
  }
}

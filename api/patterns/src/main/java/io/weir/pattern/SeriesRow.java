package io.weir.pattern;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The entity of a period. */
record SeriesRow(EntityKey series, SeriesGrid grid) {

  /** Returns the key of the period that contains the moment. */
  EntityKey key(Instant at) {
    return new EntityKey(series.partitionKey(), rowKey(at));
  }

  private String rowKey(Instant at) {
    return CompoundKey.of(series.rowKey()).oldestFirst(grid.startOfPeriod(at)).text();
  }

  String property(Instant at) {
    return name(grid.slotOf(at));
  }

  /**
   * Returns the entity of a period with some of its points. A later point replaces an earlier one
   * of the same slot.
   */
  Entity entity(List<SeriesPoint> points) {
    var values = new TreeMap<String, Double>();
    points.forEach(point -> values.put(property(point.at()), point.value()));
    var key = key(points.get(0).at());
    var row = Entity.builder(key.partitionKey(), key.rowKey());
    values.forEach(row::set);
    return row.build();
  }

  /** Returns the condition on periods that overlap the range. Its end is excluded. */
  Condition periods(Instant from, Instant end) {
    return Condition.partitionKey()
        .is(series.partitionKey())
        .and(Condition.rowKey().ge(rowKey(from)))
        .and(Condition.rowKey().le(rowKey(end.minusNanos(1))));
  }

  /** Returns the points of a stored period, in order. */
  Stream<SeriesPoint> points(Entity row) {
    var parts = CompoundKeyReader.of(row.rowKey());
    parts.text();
    var start = parts.oldestFirst();
    Map<String, EdmValue> values = row.toMap();
    return IntStream.range(0, grid.slots())
        .filter(slot -> values.containsKey(name(slot)))
        .mapToObj(slot -> new SeriesPoint(
            grid.startOfSlot(start, slot), row.getDouble(name(slot)).orElse(Double.NaN)));
  }

  private static String name(int slot) {
    return String.format("S%03d", slot);
  }
}

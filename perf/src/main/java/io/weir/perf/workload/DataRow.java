package io.weir.perf.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.List;
import java.util.stream.IntStream;

/** An entity that nobody has encoded yet: every store is given the same, in its own form. */
public record DataRow(EntityKey key, List<String> values) {

  /** A program that writes many entities has the names of their properties at hand. */
  private static final List<String> NAMES =
      IntStream.range(0, 16).mapToObj(place -> "Property" + place).toList();

  public DataRow {
    values = List.copyOf(values);
  }

  /** What the value of this place is called. */
  public static String name(int place) {
    return place < NAMES.size() ? NAMES.get(place) : "Property" + place;
  }

  /** As Weir has it. */
  public Entity entity() {
    var entity = Entity.builder(key.partitionKey(), key.rowKey());
    for (var place = 0; place < values.size(); place++) {
      entity.set(name(place), values.get(place));
    }
    return entity.build();
  }

  /** All values in one piece, for stores that do not look inside. */
  public byte[] blob() {
    return String.join("\n", values).getBytes(UTF_8);
  }
}

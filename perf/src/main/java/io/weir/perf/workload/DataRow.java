package io.weir.perf.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.List;
import java.util.stream.IntStream;

/** A row that is not encoded yet; each store gets the same row in its own form. */
public record DataRow(EntityKey key, List<String> values) {

  /** Shared, as a program that writes many entities would share them. */
  private static final List<String> NAMES =
      IntStream.range(0, 16).mapToObj(place -> "Property" + place).toList();

  public DataRow {
    values = List.copyOf(values);
  }

  /** Returns the name of the value at a place. */
  public static String name(int place) {
    return place < NAMES.size() ? NAMES.get(place) : "Property" + place;
  }

  /** Returns the row as an entity of Weir. */
  public Entity entity() {
    var entity = Entity.builder(key.partitionKey(), key.rowKey());
    for (var place = 0; place < values.size(); place++) {
      entity.set(name(place), values.get(place));
    }
    return entity.build();
  }

  /** Returns all values as one text, for stores that do not look inside. */
  public byte[] blob() {
    return String.join("\n", values).getBytes(UTF_8);
  }
}

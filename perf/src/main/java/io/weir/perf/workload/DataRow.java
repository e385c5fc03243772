package io.weir.perf.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A row that is not encoded yet; each store gets the same row in its own form.
 *
 * @param number a value that targets add to and add up; absent in most tables
 */
public record DataRow(EntityKey key, List<String> values, OptionalLong number) {

  /** The name of the number. */
  public static final String NUMBER = "Number";

  /** Shared, as a program that writes many entities would share them. */
  private static final List<String> NAMES =
      IntStream.range(0, 16).mapToObj(place -> "Property" + place).toList();

  public DataRow {
    values = List.copyOf(values);
  }

  /** A row without a number. */
  public DataRow(EntityKey key, List<String> values) {
    this(key, values, OptionalLong.empty());
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
    number.ifPresent(value -> entity.set(NUMBER, value));
    return entity.build();
  }

  /** Returns all values as one text, for stores that do not look inside. */
  public byte[] blob() {
    return String.join("\n", values).getBytes(UTF_8);
  }
}

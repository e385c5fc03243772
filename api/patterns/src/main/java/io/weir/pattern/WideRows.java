package io.weir.pattern;

import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.EntitySize;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.key.CompoundKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** The rows of a wide entity. */
final class WideRows {

  /** The name of the write, in each row. */
  static final String WRITE = "WideWrite";

  /** The number of rows, in row 0. */
  static final String ROWS = "WideRows";

  private static final int PROPERTIES = Limits.PROPERTIES - 2;
  private static final int DIGITS = 2;

  /** Rows whose number has more digits exceed a batch anyway. */
  private static final int MOST_ROWS = 100;

  private WideRows() {}

  static EntityKey key(EntityKey entity, int row) {
    return new EntityKey(
        entity.partitionKey(),
        CompoundKey.of(entity.rowKey()).digits(DIGITS, row).text());
  }

  static Filter all(EntityKey entity) {
    return Condition.partitionKey()
        .is(entity.partitionKey())
        .and(Condition.rowKey().within(CompoundKey.of(entity.rowKey()).prefix()))
        .filter();
  }

  /**
   * Spreads an entity over as few rows as fit, in the order of its properties. Fails with
   * {@code PropertyNameInvalid} for a reserved name, with {@code TooManyProperties} or
   * {@code RequestBodyTooLarge} for more rows than a batch has, and as {@link EntityBuilder} does.
   */
  static List<Entity> of(WideEntity entity) {
    for (var reserved : List.of(WRITE, ROWS)) {
      if (entity.properties().containsKey(reserved)) {
        throw new InvalidRequestException(
            ErrorCode.PROPERTY_NAME_INVALID, "name=" + reserved + " reason=reserved");
      }
    }
    var parts = split(entity);
    if (parts.size() > MOST_ROWS) {
      throw new InvalidRequestException(
          ErrorCode.TOO_MANY_PROPERTIES, "rows=" + parts.size() + " limit=" + MOST_ROWS);
    }
    var write = FreshName.create();
    return IntStream.range(0, parts.size())
        .mapToObj(i -> row(key(entity.key(), i), write, parts.size(), parts.get(i)))
        .toList();
  }

  private static List<Map<String, EdmValue>> split(WideEntity entity) {
    var empty = EntitySize.ofKey(key(entity.key(), 0))
        + EntitySize.ofProperty(WRITE, new EdmGuid(new UUID(0, 0)))
        + EntitySize.ofProperty(ROWS, new EdmInt32(0));
    var parts = new ArrayList<Map<String, EdmValue>>();
    Map<String, EdmValue> open = new LinkedHashMap<>();
    parts.add(open);
    var size = empty;
    for (var property : entity.properties().entrySet()) {
      var more = EntitySize.ofProperty(property.getKey(), property.getValue());
      if (open.size() == PROPERTIES || size + more > Limits.ENTITY_BYTES) {
        open = new LinkedHashMap<>();
        parts.add(open);
        size = empty;
      }
      open.put(property.getKey(), property.getValue());
      size += more;
    }
    return parts;
  }

  private static Entity row(EntityKey key, UUID write, int rows, Map<String, EdmValue> part) {
    var row = new EntityBuilder().key(key).set(WRITE, write).set(ROWS, rows);
    part.forEach(row::set);
    return row.build();
  }

  /** Joins rows, which are sorted. Empty if they are not the rows of one write. */
  static Optional<WideEntity> join(EntityKey key, List<Entity> rows) {
    var first = rows.get(0);
    if (!first.getInt32(ROWS).equals(Optional.of(rows.size()))
        || rows.stream().map(row -> row.getGuid(WRITE)).distinct().count() > 1) {
      return Optional.empty();
    }
    var properties = new LinkedHashMap<String, EdmValue>();
    rows.forEach(row -> properties.putAll(row.toMap()));
    properties.remove(WRITE);
    properties.remove(ROWS);
    return Optional.of(new WideEntity(key, properties, first.etag()));
  }
}

package io.weir.api.aggregate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.PropertyCursor;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An aggregation in progress: it takes entities one after another, in any order.
 *
 * <p>It keeps its groups and no entity. Belongs to one thread at a time.
 */
public final class AggregateFold {

  private final Aggregation aggregation;

  /** The properties that the aggregation needs. Those that it groups by come first. */
  private final List<String> properties;

  private final byte[][] names;

  /** The place of each aggregate's property among the properties; -1 for a count. */
  private final int[] places;

  /** How many of the properties are not system properties. */
  private final long ownProperties;

  private final Map<GroupValues, Accumulator[]> groups = new HashMap<>();

  /** The current entity's values of the properties. */
  private final @Nullable EdmValue[] values;

  private long bytes;

  public AggregateFold(Aggregation aggregation) {
    this.aggregation = aggregation;
    this.properties = aggregation.properties();
    this.names = properties.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);
    this.places = aggregation.aggregates().stream()
        .mapToInt(each -> properties.indexOf(each.property()))
        .toArray();
    this.ownProperties = properties.stream()
        .filter(name -> !EntityBuilder.isSystemProperty(name))
        .count();
    this.values = new EdmValue[names.length];
    if (aggregation.groupBy().isEmpty()) {
      groups.put(GroupValues.NONE, accumulators());
    }
  }

  private Accumulator[] accumulators() {
    return aggregation.aggregates().stream().map(Accumulator::of).toArray(Accumulator[]::new);
  }

  /**
   * Takes an entity with the properties of {@link Aggregation#selection} at least. Fails with
   * {@code InvalidInput} when there are too many groups, or too long values at this moment; the
   * fold has ended then.
   */
  public void add(Entity entity) {
    read(entity);
    var group = group(key());
    for (var i = 0; i < group.length; i++) {
      bytes -= group[i].bytes();
      group[i].add(places[i] < 0 ? null : values[places[i]]);
      bytes += group[i].bytes();
    }
    requireBytes();
  }

  /**
   * Takes what another fold of the same aggregation has taken. The other one stays as it is. Fails
   * as {@link #add} does.
   */
  public void addAll(AggregateFold other) {
    other.groups.forEach((key, theirs) -> {
      var group = group(key);
      for (var i = 0; i < group.length; i++) {
        bytes -= group[i].bytes();
        group[i].addAll(theirs[i]);
        bytes += group[i].bytes();
      }
      requireBytes();
    });
  }

  private void requireBytes() {
    if (bytes > Aggregation.MAX_BYTES) {
      throw exceeded("aggregateBytes=" + bytes + " limit=" + Aggregation.MAX_BYTES);
    }
  }

  private void read(Entity entity) {
    for (var i = 0; i < names.length; i++) {
      values[i] = systemValue(properties.get(i), entity);
    }
    var missing = ownProperties;
    for (var cursor = entity.properties(); missing > 0 && cursor.next(); ) {
      var place = place(cursor);
      if (place >= 0) {
        values[place] = cursor.value();
        missing--;
      }
    }
  }

  private int place(PropertyCursor property) {
    var place = names.length - 1;
    while (place >= 0 && !property.nameEquals(names[place])) {
      place--;
    }
    return place;
  }

  private static @Nullable EdmValue systemValue(String property, Entity entity) {
    return switch (property) {
      case "PartitionKey" -> new EdmString(entity.partitionKey());
      case "RowKey" -> new EdmString(entity.rowKey());
      case "Timestamp" -> entity.timestamp().orElse(null);
      default -> null;
    };
  }

  private GroupValues key() {
    return switch (aggregation.groupBy().size()) {
      case 0 -> GroupValues.NONE;
      case 1 -> new GroupValues(values[0], null);
      default -> new GroupValues(values[0], values[1]);
    };
  }

  private Accumulator[] group(GroupValues key) {
    var group = groups.get(key);
    return group == null ? newGroup(key) : group;
  }

  private Accumulator[] newGroup(GroupValues key) {
    if (groups.size() == Aggregation.MAX_GROUPS) {
      throw exceeded("groups limit=" + Aggregation.MAX_GROUPS);
    }
    var group = accumulators();
    groups.put(key, group);
    bytes += key.bytes();
    return group;
  }

  private static InvalidRequestException exceeded(String facts) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, facts + " do=filterOrGroupByFewerValues");
  }

  /**
   * Returns the groups in their order. Each is an entity that was never stored, with the values by
   * their names. Its PartitionKey, RowKey and Timestamp are those by which entities are grouped;
   * otherwise they are empty.
   *
   * <p>Fails with {@code OutOfRangeInput} for a sum of integers beyond Int64, and with
   * {@code EntityTooLarge} when the values of a group together do not fit into an entity.
   */
  public List<Entity> groups() {
    var all = new ArrayList<Entity>(groups.size());
    results().forEachRemaining(all::add);
    return List.copyOf(all);
  }

  /**
   * Returns the groups of {@link #groups}, each made when it is asked for. A thread that must not
   * work for long takes some of them at a time: the exact sums of a group may take milliseconds.
   */
  public Iterator<Entity> results() {
    var sorted = groups.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
    // a stream of its own: what follows a sort in one pipeline is done at once
    return sorted.stream()
        .map(group -> entity(group.getKey(), group.getValue()))
        .iterator();
  }

  private Entity entity(GroupValues key, Accumulator[] group) {
    var entity =
        new EntityBuilder().key(new EntityKey(text(key, "PartitionKey"), text(key, "RowKey")));
    for (var i = 0; i < aggregation.groupBy().size(); i++) {
      set(entity, aggregation.groupBy().get(i), key.get(i));
    }
    for (var i = 0; i < group.length; i++) {
      set(entity, aggregation.aggregates().get(i).alias(), group[i].result().orElse(null));
    }
    return value(key, "Timestamp") instanceof EdmDateTime time
        ? entity.build().withTimestamp(time.ticks())
        : entity.build();
  }

  private static void set(EntityBuilder entity, String name, @Nullable EdmValue value) {
    if (value != null && !EntityBuilder.isSystemProperty(name)) {
      entity.set(name, value);
    }
  }

  private String text(GroupValues key, String name) {
    return value(key, name) instanceof EdmString text ? text.value() : "";
  }

  private @Nullable EdmValue value(GroupValues key, String name) {
    var place = aggregation.groupBy().indexOf(name);
    return place < 0 ? null : key.get(place);
  }
}

package io.weir.pattern.view;

import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of one version of a view, and the form of their entities.
 *
 * <pre>
 * table           PartitionKey       RowKey                contents
 * NAMEV1          as defined         as defined            the view's rows
 * NAMEV1Sources   of the entity      of the entity         the entity's contribution
 * NAMEV1Groups    key of the row     LIST!ORDER!PK!RK      a rank of a contribution: {@link Rank}
 *                                    state                 the state of the row: {@link GroupState}
 * </pre>
 *
 * <p>Immutable; any thread.
 */
record ViewTables(String view, int version) {

  private static final String STATE = "state";
  private static final String AT = "Weir_At";
  private static final String GROUP = "Weir_Group";
  private static final String PARTITION = "Weir_PartitionKey";
  private static final String ROW = "Weir_RowKey";
  private static final String MEMBERS = "Members";
  private static final String SUM = "Sum_";
  private static final String FIRST = "First_";
  private static final String FIRST_VALUE = "Value_";
  private static final String VALUE = "Value";

  /** Stands for {@link Rank#MEMBERS} in the name of a property. */
  private static final String ALL = "0";

  TableName rows() {
    return new TableName(view + "V" + version);
  }

  TableName sources() {
    return new TableName(view + "V" + version + "Sources");
  }

  TableName groups() {
    return new TableName(view + "V" + version + "Groups");
  }

  static Entity contribution(Contribution contribution) {
    var row = contribution.row();
    var entity = new EntityBuilder()
        .key(contribution.source())
        .set(AT, new EdmDateTime(contribution.ticks()))
        .set(GROUP, contribution.partitionGroup())
        .set(PARTITION, row.partitionKey())
        .set(ROW, row.rowKey());
    contribution.content().values().forEach(entity::set);
    return entity.build();
  }

  static Contribution contribution(Entity entity) {
    var values = new LinkedHashMap<>(entity.toMap());
    var at = take(entity, values, AT, EdmDateTime.class).ticks();
    var group = take(entity, values, GROUP, EdmInt32.class).value();
    var row = new EntityKey(
        take(entity, values, PARTITION, EdmString.class).value(),
        take(entity, values, ROW, EdmString.class).value());
    return new Contribution(entity.key(), at, group, new Contribution.Content(row, values));
  }

  /** Returns the PartitionKey of the ranks and the state of a row. */
  static String partition(EntityKey row) {
    return CompoundKey.of(row.partitionKey()).then(row.rowKey()).text();
  }

  /** Returns the key of the view's row to which a rank or a state belongs. */
  static EntityKey rowOf(Entity rankOrState) {
    var parts = CompoundKeyReader.of(rankOrState.partitionKey());
    return new EntityKey(parts.text(), parts.text());
  }

  static EntityKey rankKey(EntityKey row, Rank rank) {
    return new EntityKey(partition(row), rank.rowKey());
  }

  static Entity rank(EntityKey row, Rank rank) {
    var entity = new EntityBuilder().key(rankKey(row, rank));
    rank.value().ifPresent(value -> entity.set(VALUE, value));
    return entity.build();
  }

  static GroupState.First first(Entity rank) {
    return new GroupState.First(rank.rowKey(), rank.get(VALUE));
  }

  static EntityKey stateKey(EntityKey row) {
    return new EntityKey(partition(row), STATE);
  }

  static boolean isState(Entity rankOrState) {
    return rankOrState.rowKey().equals(STATE);
  }

  static Entity state(EntityKey row, GroupState state) {
    var entity = new EntityBuilder().key(stateKey(row)).set(MEMBERS, state.members());
    state.sums().forEach((name, sum) -> entity.set(SUM + name, sum.text()));
    state.firsts().forEach((list, first) -> {
      entity.set(FIRST + property(list), first.rowKey());
      first.value().ifPresent(value -> entity.set(FIRST_VALUE + property(list), value));
    });
    return entity.build();
  }

  static GroupState state(Entity entity) {
    var sums = new HashMap<String, ExactSum>();
    var firsts = new HashMap<String, GroupState.First>();
    for (var name : entity.toMap().keySet()) {
      if (name.startsWith(SUM)) {
        sums.put(name.substring(SUM.length()), sum(entity, name));
      } else if (name.startsWith(FIRST)) {
        var list = name.substring(FIRST.length());
        firsts.put(
            list.equals(ALL) ? Rank.MEMBERS : list,
            new GroupState.First(
                entity.getString(name).orElseThrow(() -> unreadable(entity)),
                entity.get(FIRST_VALUE + list)));
      }
    }
    return new GroupState(
        entity.getInt64(MEMBERS).orElseThrow(() -> unreadable(entity)), sums, firsts);
  }

  private static ExactSum sum(Entity entity, String name) {
    try {
      return ExactSum.parse(entity.getString(name).orElse(""));
    } catch (NumberFormatException e) {
      throw unreadable(entity);
    }
  }

  private static String property(String list) {
    return list.equals(Rank.MEMBERS) ? ALL : list;
  }

  private static <T extends EdmValue> T take(
      Entity entity, Map<String, EdmValue> values, String name, Class<T> type) {
    return Optional.ofNullable(values.remove(name))
        .filter(type::isInstance)
        .map(type::cast)
        .orElseThrow(() -> unreadable(entity));
  }

  /** The failure for an entity that no view has written. */
  private static ViewFailedException unreadable(Entity entity) {
    return ViewFailedException.damaged("reason=unreadable entity=" + entity.key());
  }
}

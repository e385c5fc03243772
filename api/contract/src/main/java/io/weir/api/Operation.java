package io.weir.api;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The operations of the contract: the methods of {@link TableService} that are not defined by
 * another method, and those of its {@link FeedConsumers}. Server and client share their names,
 * which stand in metrics and traces, and the rights that they take.
 */
public enum Operation {
  CREATE_TABLE("CreateTable", Right.CREATE_TABLE),
  DELETE_TABLE("DeleteTable", Right.DELETE_TABLE),
  GET_TABLE("GetTable", Right.LIST_TABLES),
  QUERY_TABLES("QueryTables", Right.LIST_TABLES),
  /**
   * An index belongs to its table. A unique index takes the right to query as well: what it refuses
   * tells which values are stored.
   */
  CREATE_INDEX("CreateIndex", Right.CREATE_TABLE),
  /** The number of entries tells how many entities satisfy the condition of an index. */
  LIST_INDEXES("ListIndexes", Right.LIST_TABLES, Right.QUERY),
  DROP_INDEX("DropIndex", Right.DELETE_TABLE),
  SET_SETTING("SetTableSetting", Right.OWN),
  CLEAR_SETTING("ClearTableSetting", Right.OWN),
  GET_SETTING("GetTableSetting", Right.OWN),
  GET_ENTITY("GetEntity", Right.QUERY),
  GET_ALL_ENTITIES("GetAllEntities", Right.QUERY),
  /** Takes the rights of its write: {@link Right#of}. */
  WRITE_ENTITY("WriteEntity"),
  /** Takes the rights of its writes. */
  BATCH("Batch"),
  /**
   * Takes the rights of its writes, and for a check the right to query, because its outcome tells
   * what is stored.
   */
  JOINT_COMMIT("JointCommit"),
  /** Takes the rights of its lines. */
  BULK("Bulk"),
  DELETE_RANGE("DeleteRange", Right.DELETE),
  /** Counts, too. */
  AGGREGATE_ENTITIES("AggregateEntities", Right.QUERY),
  QUERY_ENTITIES("QueryEntities", Right.QUERY),
  STREAM_ENTITIES("StreamEntities", Right.QUERY),
  STREAM_CHANGES("StreamChanges", Right.QUERY),
  /** A consumer decides how much of its disk the store gives up. */
  CREATE_CONSUMER("CreateConsumer", Right.OWN),
  LIST_CONSUMERS("ListConsumers", Right.QUERY),
  GET_CONSUMER("GetConsumer", Right.QUERY),
  /** What is read on afterwards depends on the position. */
  ADVANCE_CONSUMER("AdvanceConsumer", Right.QUERY, Right.UPDATE),
  RESET_CONSUMER("ResetConsumer", Right.OWN),
  DELETE_CONSUMER("DeleteConsumer", Right.OWN);

  private static final Set<Operation> READS = Collections.unmodifiableSet(EnumSet.of(
      GET_TABLE,
      QUERY_TABLES,
      LIST_INDEXES,
      GET_SETTING,
      GET_ENTITY,
      GET_ALL_ENTITIES,
      AGGREGATE_ENTITIES,
      QUERY_ENTITIES,
      STREAM_ENTITIES,
      STREAM_CHANGES,
      LIST_CONSUMERS,
      GET_CONSUMER));

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // The constructor's set cannot be modified.
  private final Set<Right> rights;

  Operation(String text, Right... rights) {
    this.text = text;
    var all = EnumSet.noneOf(Right.class);
    all.addAll(List.of(rights));
    this.rights = Collections.unmodifiableSet(all);
  }

  /** Returns the name in metrics and traces. */
  public String text() {
    return text;
  }

  /** Returns whether it changes nothing, so that it may be repeated whatever has become of it. */
  public boolean isRead() {
    return READS.contains(this);
  }

  /**
   * Returns the rights that it takes, all of them and in the order in which they are checked,
   * whatever its arguments are. Empty if its writes alone decide.
   */
  public Set<Right> rights() {
    return rights;
  }
}

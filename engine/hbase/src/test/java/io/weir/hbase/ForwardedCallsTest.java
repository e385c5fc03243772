package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.ForwardedCalls;
import org.junit.jupiter.api.Test;

/**
 * The store over HBase leaves to the contract's defaults what it lacks, and what the contract
 * defines by another method.
 */
final class ForwardedCallsTest {

  @Test
  void everyOtherMethodIsItsOwn() {
    assertThat(ForwardedCalls.defaults(HBaseTables.class))
        .containsExactly(
            "changes(ConsumerName, Filter)",
            "changes(FeedScope, FeedStart)",
            "clear(TableName, TableSetting)",
            "commit(JointCommit)",
            "consumers()",
            "count(TableName, Query)",
            "createIndex(TableName, IndexDefinition)",
            "deleteIfExists(TableName, EntityKey)",
            "deleteIfExists(TableName, EntityKey, IfMatch)",
            "dropIndex(TableName, IndexName)",
            "get(TableName, EntityKey)",
            "getAll(List)",
            "indexes(TableName)",
            "query(TableName, Query)",
            "set(TableName, TableSetting, Object)",
            "setting(TableName, TableSetting)",
            "tables()");
  }
}

package io.weir.pattern.migration;

import static io.weir.testkit.ForwardedCalls.REFUSED;
import static io.weir.testkit.ForwardedCalls.defaults;
import static io.weir.testkit.ForwardedCalls.deviations;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ForwardingTables;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexDefinition;
import io.weir.client.WeirClient;
import io.weir.client.rest.RestTables;
import io.weir.pattern.encryption.AesWrappingKey;
import io.weir.pattern.encryption.EncryptingTableService;
import io.weir.pattern.encryption.HiddenProperties;
import io.weir.pattern.encryption.KeyRing;
import io.weir.pattern.partitioned.PartitionedTables;
import io.weir.pattern.partitioned.ShardMap;
import io.weir.pattern.partitioned.ShardMaps;
import io.weir.testkit.CoreTables;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each decorator of the client forwards every method of the contract, except for those that are
 * listed here and in its document.
 */
final class ForwardedCallsTest {

  private static final ShardMap ONE_SHARD = ShardMap.byRange(Map.of("", "a"));

  private static final Map<String, String> NO_FEEDS = refused(
      "changes(FeedScope, FeedStart)",
      "changes(ConsumerName, Filter)",
      "consumers().create(ConsumerName, Optional, FeedStart)",
      "consumers().list()",
      "consumers().get(ConsumerName)",
      "consumers().advance(ConsumerName, long, FeedToken)",
      "consumers().reset(ConsumerName, FeedStart)",
      "consumers().delete(ConsumerName)");

  private static Map<String, String> refused(String... methods) {
    var all = new TreeMap<String, String>();
    Stream.of(methods).forEach(method -> all.put(method, REFUSED));
    return all;
  }

  @SafeVarargs
  private static Map<String, String> together(Map<String, String>... parts) {
    var all = new TreeMap<String, String>();
    for (var part : parts) {
      all.putAll(part);
    }
    return all;
  }

  @Test
  void aForwarderForwardsEverything() {
    assertThat(deviations(tables -> new ForwardingTables(tables) {})).isEmpty();
  }

  @Test
  void encryptionForwardsEverything() {
    assertThat(deviations(tables -> EncryptingTableService.over(
            tables,
            KeyRing.of(AesWrappingKey.of("k1", new byte[32])),
            HiddenProperties.of("Secret"))))
        .isEmpty();
  }

  @Test
  void partitionedTablesHaveNoFeeds() {
    assertThat(deviations(tables -> PartitionedTables.over(Map.of("a", tables), ONE_SHARD)))
        .isEqualTo(together(
            NO_FEEDS,
            Map.of(
                "bulk(TableName, Publisher)", "write(TableName, Write)",
                "aggregate(TableName, Query, Aggregation)", "count(TableName, Query)")));
  }

  @Test
  void fencedTablesHaveNoStreamsRangesAndFeeds() {
    assertThat(deviations(tables -> {
          var fences = new ModelTableService();
          var key = new TableKey(MovableShards.FENCES, new EntityKey("regions", "a"));
          return new FencedTables(tables, key, Fence.load(fences, key));
        }))
        .isEqualTo(together(
            NO_FEEDS,
            refused(
                "deleteRange(TableName, Filter)",
                "stream(TableName, Query)",
                "query(TableName, Query)",
                "count(TableName, Query)",
                "aggregate(TableName, Query, Aggregation)"),
            Map.of(
                "deleteIfExists(TableName, EntityKey)", "commit(JointCommit)",
                "deleteIfExists(TableName, EntityKey, IfMatch)", "commit(JointCommit)",
                "bulk(TableName, Publisher)", "commit(JointCommit)",
                "get(TableName, EntityKey)", "getAll(List)",
                "get(TableName, EntityKey, Selection)", "getAll(List)",
                "write(TableName, Write)", "commit(JointCommit)",
                "submit(TableName, Batch)", "commit(JointCommit)")));
  }

  @Test
  void movableTablesHaveNoRangesAndFeeds() {
    assertThat(deviations(ForwardedCallsTest::movable))
        .isEqualTo(together(
            NO_FEEDS,
            refused("deleteRange(TableName, Filter)"),
            Map.of(
                "aggregate(TableName, Query, Aggregation)", "page(TableName, Query)",
                "deleteIfExists(TableName, EntityKey)", "commit(JointCommit)",
                "deleteIfExists(TableName, EntityKey, IfMatch)", "commit(JointCommit)"),
            Map.of(
                "bulk(TableName, Publisher)", "commit(JointCommit)",
                "get(TableName, EntityKey)", "getAll(List)",
                "get(TableName, EntityKey, Selection)", "getAll(List)",
                "write(TableName, Write)", "commit(JointCommit)",
                "submit(TableName, Batch)", "commit(JointCommit)",
                "stream(TableName, Query)", "page(TableName, Query)",
                "query(TableName, Query)", "page(TableName, Query)",
                "count(TableName, Query)", "page(TableName, Query)")));
  }

  @Test
  void movableTablesRefuseAUniqueIndexByName() {
    var index = IndexDefinition.of("byName", "Name").uniquely();

    assertThatThrownBy(() -> movable(new ModelTableService())
            .createIndex(new TableName("Birds"), index)
            .block())
        .hasMessageContaining("index=unique reason=regionsMove");
  }

  private static TableService movable(TableService tables) {
    var maps = new ModelTableService();
    var mapTable = new TableName("Maps");
    maps.createTable(mapTable)
        .then(ShardMaps.of(maps, mapTable).insert("regions", ONE_SHARD))
        .block();
    return MovableTables.over(
        MovableShards.of(Map.of("a", withFences(tables)), maps, mapTable, "regions"));
  }

  /** Returns tables with a table of fences in memory. */
  private static TableService withFences(TableService tables) {
    var fences = new ModelTableService();
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(),
        new Class<?>[] {TableService.class},
        (self, method, arguments) -> {
          var ofFences = arguments != null && MovableShards.FENCES.equals(arguments[0]);
          try {
            return method.invoke(ofFences ? fences : tables, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  @Test
  void theDoubleOfTestsHasTheCoreOfTheContract() {
    assertThat(deviations(tables -> new CoreTables(tables) {}))
        .isEqualTo(together(
            NO_FEEDS,
            refused(
                "createIndex(TableName, IndexDefinition)",
                "indexes(TableName)",
                "dropIndex(TableName, IndexName)",
                "commit(JointCommit)",
                "getAll(List)"),
            Map.of(
                "bulk(TableName, Publisher)", "write(TableName, Write)",
                "aggregate(TableName, Query, Aggregation)", "stream(TableName, Query)",
                "count(TableName, Query)", "stream(TableName, Query)")));
  }

  @Test
  void theClientAndItsDialectsLeaveToDefaultsOnlyWhatTheContractDefines() throws Exception {
    var defined = new String[] {
      "changes(ConsumerName, Filter)",
      "count(TableName, Query)",
      "deleteIfExists(TableName, EntityKey)",
      "deleteIfExists(TableName, EntityKey, IfMatch)",
      "get(TableName, EntityKey)",
      "query(TableName, Query)",
      "tables()"
    };

    assertThat(defaults(WeirClient.class)).containsExactly(defined);
    assertThat(defaults(
            Class.forName("io.weir.client.stream.StreamingTables").asSubclass(TableService.class)))
        .containsExactly(defined);
    assertThat(defaults(RestTables.class))
        .containsExactlyInAnyOrderElementsOf(Stream.concat(
                Stream.of(defined),
                Stream.of(
                    "aggregate(TableName, Query, Aggregation)",
                    "bulk(TableName, Publisher)",
                    "changes(FeedScope, FeedStart)"))
            .toList());
  }
}

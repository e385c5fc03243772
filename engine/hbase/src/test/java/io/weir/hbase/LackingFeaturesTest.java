package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedSettings;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.SortProperty;
import io.weir.api.write.Write;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** What HBase does not give is refused, and not done by halves. */
final class LackingFeaturesTest {

  private static final TableName STRIKES = new TableName("Strikes");

  private static HBaseStore store;

  @BeforeAll
  static void open() {
    store = TestCluster.open("lacking");
    TestCluster.tables(store).createTable(STRIKES).block(TestCluster.PATIENCE);
  }

  @AfterAll
  static void close() {
    store.close().block(TestCluster.PATIENCE);
  }

  static Stream<Publisher<?>> requests() {
    var tables = TestCluster.tables(store);
    var entity = Entity.builder("TX", "1").build();
    return Stream.of(
        tables.commit(new JointCommit(List.of(TableWrite.of(STRIKES, new Write.Insert(entity))))),
        tables.getAll(List.of(new TableKey(STRIKES, new EntityKey("TX", "1")))),
        tables.indexes(STRIKES),
        tables.setting(STRIKES, TableSetting.EXPIRY),
        tables.clear(STRIKES, TableSetting.EXPIRY),
        tables.setting(STRIKES, TableSetting.FEED),
        tables.set(STRIKES, TableSetting.FEED, FeedSettings.DEFAULT),
        tables.page(STRIKES, Query.ALL.orderBy(SortProperty.ascending("Height"))));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aLackingFeatureIsRefusedByName(Publisher<?> request) {
    StepVerifier.create(Flux.from(request))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                TableServiceException.class,
                refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED)))
        .verify(TestCluster.PATIENCE);
  }
}

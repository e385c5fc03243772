package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Gateways share nothing but the cluster, and behave as one service. */
final class SeveralGatewaysTest {

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private static HBaseStore one;
  private static HBaseStore other;

  private final TableName strikes = new TableName("Strikes" + COUNTER.incrementAndGet());
  private final Write insert = new Write.Insert(Entity.builder("TX", "1").build());

  @BeforeAll
  static void open() {
    one = TestCluster.open("gateways");
    other = TestCluster.open("gateways");
  }

  @AfterAll
  static void close() {
    one.close().block(TestCluster.PATIENCE);
    other.close().block(TestCluster.PATIENCE);
  }

  @Test
  void aWriteByOneGatewayIsReadByAnother() {
    TestCluster.tables(one).createTable(strikes).block(TestCluster.PATIENCE);
    TestCluster.tables(one).write(strikes, insert).block(TestCluster.PATIENCE);

    var read = TestCluster.tables(other).get(strikes, new EntityKey("TX", "1"));

    assertThat(read.blockOptional(TestCluster.PATIENCE)).isPresent();
  }

  @Test
  void noGatewayWritesToATableAfterItsDropByAnother() {
    TestCluster.tables(one).createTable(strikes).block(TestCluster.PATIENCE);
    TestCluster.tables(other).write(strikes, insert).block(TestCluster.PATIENCE);

    TestCluster.tables(one).deleteTable(strikes).block(TestCluster.PATIENCE);

    assertTableNotFound(
        () -> TestCluster.tables(other).write(strikes, insert).block(TestCluster.PATIENCE));
  }

  @Test
  void aTableThatAnotherGatewayRecreatedIsTheNewOne() {
    TestCluster.tables(one).createTable(strikes).block(TestCluster.PATIENCE);
    TestCluster.tables(other).write(strikes, insert).block(TestCluster.PATIENCE);

    TestCluster.tables(one).deleteTable(strikes).block(TestCluster.PATIENCE);
    TestCluster.tables(one).createTable(strikes).block(TestCluster.PATIENCE);

    assertThat(TestCluster.tables(other)
            .query(strikes, Query.ALL)
            .collectList()
            .block(TestCluster.PATIENCE))
        .isEmpty();
  }

  private static void assertTableNotFound(ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND));
  }
}

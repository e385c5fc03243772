package io.weir.hbase.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ServiceBusyException;
import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.protocol.TableId;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** The copy of a catalog whose answers the test gives. */
final class CatalogCopyTest {

  private static final AccountName ACCOUNT = AccountName.DEVELOPMENT;
  private static final TableName STRIKES = new TableName("Strikes");
  private static final Duration BELIEVED = Duration.ofSeconds(30);

  private final AtomicLong now = new AtomicLong();
  private final Queue<CompletableFuture<List<Result>>> asked = new ArrayDeque<>();
  private final CatalogCopy copy = copy();

  @Test
  void aCopyThatWasNeverReadIsNotBelieved() {
    assertThatThrownBy(() -> copy.ofTable(ACCOUNT, STRIKES))
        .isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void aCopyIsBelievedUpToItsAge() {
    copy.refresh().subscribe();
    answer(row(STRIKES, 7));

    now.addAndGet(BELIEVED.toNanos());
    assertThat(copy.ofTable(ACCOUNT, STRIKES)).isPresent();
    assertThat(copy.ofAccount(ACCOUNT)).isEmpty();

    now.incrementAndGet();
    assertThatThrownBy(() -> copy.ofTable(ACCOUNT, STRIKES))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("settingsAgeSeconds=30");
    assertThatThrownBy(() -> copy.ofAccount(ACCOUNT)).isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void anAnswerThatIsOvertakenDoesNotBringBackWhatWasRemoved() {
    copy.refresh().subscribe();
    var first = asked.remove();
    now.incrementAndGet();
    copy.refresh().subscribe();
    answer();
    first.complete(List.of(row(STRIKES, 7)));

    assertThat(copy.ofTable(ACCOUNT, STRIKES)).isEmpty();
    assertThat(copy.age()).isZero();
  }

  @Test
  void aRefreshThatFailsLeavesTheCopy() {
    copy.refresh().subscribe();
    answer(row(STRIKES, 7));

    var failed = copy.refresh().onErrorComplete();
    failed.subscribe();
    asked.remove().completeExceptionally(new IllegalStateException("broken"));

    assertThat(copy.ofTable(ACCOUNT, STRIKES)).isPresent();
  }

  private void answer(Result... rows) {
    asked.remove().complete(List.of(rows));
  }

  private static Result row(TableName table, long id) {
    Put put = CatalogRow.creation(CatalogRow.of(ACCOUNT, table), table, new TableId(id));
    var cells = new ArrayList<Cell>();
    put.getFamilyCellMap().values().forEach(cells::addAll);
    return Result.create(cells);
  }

  private CatalogCopy copy() {
    var calls =
        new ClusterCalls(Schedulers.immediate(), 10, Duration.ofSeconds(1), now::get, () -> {});
    var rows = rows();
    var catalog = new Catalog(calls, rows, Duration.ofSeconds(1), Clock.systemUTC(), now::get);
    return new CatalogCopy(calls, rows, catalog, BELIEVED, now::get);
  }

  private AsyncTable<?> rows() {
    return (AsyncTable<?>) Proxy.newProxyInstance(
        AsyncTable.class.getClassLoader(),
        new Class<?>[] {AsyncTable.class},
        (proxy, method, arguments) -> {
          var answer = new CompletableFuture<List<Result>>();
          asked.add(answer);
          return answer;
        });
  }
}

package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ForwardingTables;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Additions to a slot by a service with changes in place, and by one without. */
final class DataSeriesTest {

  private static final TableName TABLE = new TableName("Series");
  private static final EntityKey SERIES = new EntityKey("Sales", "messages");
  private static final Instant AT = Instant.parse("2026-05-01T00:00:00Z");

  private final Counted service = new Counted();

  /** Counts the requests of each kind. */
  private static final class Counted extends ForwardingTables {

    private boolean lacksChanges;
    private int reads;
    private int changes;
    private int writes;

    Counted() {
      super(new ModelTableService());
    }

    @Override
    public synchronized Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
      reads++;
      return super.get(table, key, selection);
    }

    @Override
    public synchronized Mono<WriteResult> write(TableName table, Write write) {
      if (!(write instanceof Write.Change)) {
        writes++;
      } else {
        changes++;
        if (lacksChanges) {
          return Mono.error(new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "lacks=change"));
        }
      }
      return super.write(table, write);
    }
  }

  @BeforeEach
  void create() {
    service.createTable(TABLE).block();
  }

  @Test
  void sixtyFourAdditionsInFlightAreAWriteEach() {
    var sums = Flux.range(0, 640)
        .flatMap(i -> hourly().add(SERIES, point(1)).subscribeOn(Schedulers.parallel()), 64)
        .collectList()
        .block();

    assertThat(sums)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.rangeClosed(1, 640).mapToObj(Double::valueOf).toList());
    assertThat(service.changes).isEqualTo(640);
    assertThat(service.reads).isZero();
  }

  @Test
  void aServiceWithoutChangesIsAskedOnceAndThenReadAndWritten() {
    service.lacksChanges = true;
    var hourly = hourly();

    assertThat(hourly.add(SERIES, point(1)).block()).isEqualTo(1);
    assertThat(hourly.add(SERIES, point(2)).block()).isEqualTo(3);

    assertThat(service.changes).isEqualTo(1);
    assertThat(service.reads).isEqualTo(2);
    assertThat(service.writes).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLeastAndTheGreatestValueAreKeptWithOrWithoutChanges(boolean lacksChanges) {
    service.lacksChanges = lacksChanges;
    var hourly = hourly();
    var other = new EntityKey("Sales", "orders");

    var kept = Flux.just(5.0, 7.0, 3.0, 4.0)
        .concatMap(
            value -> hourly.min(SERIES, point(value)).zipWith(hourly.max(other, point(value))))
        .collectList()
        .block();

    assertThat(kept)
        .extracting(both -> List.of(both.getT1(), both.getT2()))
        .containsExactly(
            List.of(5.0, 5.0), List.of(5.0, 7.0), List.of(3.0, 7.0), List.of(3.0, 7.0));
    assertThat(service.reads).isEqualTo(lacksChanges ? 8 : 0);
    assertThat(service.changes).isEqualTo(lacksChanges ? 1 : 8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void notANumberIsNeitherLeastNorGreatest(boolean lacksChanges) {
    service.lacksChanges = lacksChanges;
    var hourly = hourly();

    for (var kept :
        List.of(hourly.min(SERIES, point(Double.NaN)), hourly.max(SERIES, point(Double.NaN)))) {
      assertThatThrownBy(kept::block)
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("point=NaN");
    }

    assertThat(hourly.min(SERIES, point(3)).block()).isEqualTo(3);
    assertThat(hourly.max(SERIES, point(Double.POSITIVE_INFINITY)).block())
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(hourly.min(SERIES, point(4)).block()).isEqualTo(4);
  }

  @Test
  void aSumThatIsNotFiniteIsRefused() {
    hourly().add(SERIES, point(Double.MAX_VALUE)).block();

    assertThatThrownBy(() -> hourly().add(SERIES, point(Double.MAX_VALUE)).block())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("reason=notFinite");
  }

  private DataSeries hourly() {
    return DataSeries.of(service, TABLE, Duration.ofHours(1), Duration.ofDays(1));
  }

  private static SeriesPoint point(double value) {
    return new SeriesPoint(AT, value);
  }
}

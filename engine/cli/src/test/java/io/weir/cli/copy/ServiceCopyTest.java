package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.SteppedTime;
import io.weir.testkit.CoreTables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The steps of a copy while programs create and drop tables of the source. */
final class ServiceCopyTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final TableName TREES = new TableName("Trees");

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir
  Path folder;

  private final ModelTableService source = new ModelTableService();
  private final ModelTableService target = new ModelTableService();
  private final Transcript screen = new Transcript();
  private final SteppedTime time = new SteppedTime();

  @BeforeEach
  void fill() {
    for (var table : List.of(BIRDS, TREES)) {
      source.createTable(table).block();
      source.write(table, new Write.Insert(Entity.builder("p", "r").build())).block();
    }
  }

  @Test
  void aTableThatIsDroppedWhileItIsCopiedIsLeftOut() throws IOException {
    var dropping = new CoreTables(source) {
      @Override
      public Mono<Page<Entity>> page(TableName table, Query query) {
        drop(table);
        return super.page(table, query);
      }
    };

    copy(dropping, List.of());

    assertThat(contents(BIRDS)).isEqualTo(1);
    assertThat(screen.err()).contains("The source dropped table Trees while it was copied.");
  }

  @Test
  void aTableThatIsDroppedBeforeTheComparisonIsNotCompared() throws IOException {
    var dropping = new CoreTables(source) {
      @Override
      public Flux<Entity> query(TableName table, Query query) {
        drop(table);
        return super.query(table, query);
      }
    };

    copy(dropping, List.of());

    assertThat(screen.out())
        .contains("Copied 1 entities of Trees")
        .contains("Compared 1 entities of Birds")
        .doesNotContain("entities of Trees: ");
  }

  @Test
  void aChosenTableThatTheSourceDoesNotHaveIsAnError() {
    assertThatThrownBy(() -> copy(source, List.of(BIRDS, new TableName("Grass"))))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("The source has no table Grass.");

    assertThat(target.tables().collectList().block()).isEmpty();
  }

  @Test
  void aTableThatOnlyTheSourceHasIsADifference() {
    var grass = new TableName("Grass");
    var creating = new CoreTables(source) {
      @Override
      public Mono<Page<Entity>> page(TableName table, Query query) {
        return super.page(table, query).doOnSubscribe(start -> {
          source.createTable(grass).onErrorComplete().block();
          source
              .write(grass, new Write.Insert(Entity.builder("p", "r").build()))
              .onErrorComplete()
              .block();
        });
      }
    };

    assertThatThrownBy(() -> copy(creating, List.of())).isInstanceOf(CommandFailure.class);

    assertThat(screen.out()).contains("Compared 1 entities of Grass: 1 missing");
  }

  @Test
  void aCopyGoesOnAfterEachOfItsStepsWasInterrupted() throws IOException {
    var failing = new CoreTables(source) {
      private final Set<String> failed = ConcurrentHashMap.newKeySet();
      private final AtomicInteger listings = new AtomicInteger();

      private boolean failsNow(String operation) {
        return failed.add(operation);
      }

      @Override
      public Flux<TableName> tables() {
        return listings.incrementAndGet() == 2 ? Flux.error(restarting()) : super.tables();
      }

      @Override
      public Mono<Page<Entity>> page(TableName table, Query query) {
        return failsNow("page" + table) ? Mono.error(restarting()) : super.page(table, query);
      }

      @Override
      public Flux<Entity> query(TableName table, Query query) {
        return failsNow("query" + table)
            ? super.query(table, query).concatWith(Flux.error(restarting()))
            : super.query(table, query);
      }
    };

    copy(failing, List.of());

    assertThat(contents(BIRDS)).isEqualTo(1);
    assertThat(contents(TREES)).isEqualTo(1);
    assertThat(screen.err())
        .contains("interrupted: ")
        .contains("reason=restart")
        .contains("; trying again");
    assertThat(screen.out())
        .containsOnlyOnce("Copied 1 entities of Birds")
        .containsOnlyOnce("Compared 1 entities of Birds: 0 missing, 0 changed");
  }

  @Test
  void aTargetThatRestartsIsWaitedForAsWell() throws IOException {
    var failing = new CoreTables(target) {
      private final AtomicBoolean failed = new AtomicBoolean();

      @Override
      public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
        return failed.getAndSet(true) ? super.submit(table, batch) : Mono.error(restarting());
      }
    };

    copy(source, failing, List.of());

    assertThat(contents(BIRDS)).isEqualTo(1);
    assertThat(screen.err()).contains("interrupted: ");
  }

  @Test
  void aSourceThatDoesNotComeBackEndsTheCopyAfterItsPatience() {
    var lost = new CoreTables(source) {
      @Override
      public Mono<Page<Entity>> page(TableName table, Query query) {
        return Mono.error(restarting());
      }
    };
    var before = time.nanos();

    assertThatThrownBy(() -> copy(lost, List.of())).isInstanceOf(ServiceFailedException.class);

    assertThat(Duration.ofNanos(time.nanos() - before))
        .isBetween(PATIENCE, PATIENCE.plus(Duration.ofSeconds(1)));
  }

  @Test
  void aServiceThatNeverAnsweredEndsTheCopyAtOnce() {
    var silent = new CoreTables(source) {
      @Override
      public Flux<TableName> tables() {
        return Flux.error(restarting());
      }
    };

    assertThatThrownBy(() -> copy(silent, List.of())).isInstanceOf(ServiceFailedException.class);
    assertThatThrownBy(() -> copy(source, silent, List.of()))
        .isInstanceOf(ServiceFailedException.class);

    assertThat(screen.err()).isEmpty();
  }

  private static ServiceFailedException restarting() {
    return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "reason=restart", null);
  }

  private void copy(TableService from, List<TableName> chosen) throws IOException {
    copy(from, target, chosen);
  }

  private void copy(TableService from, TableService to, List<TableName> chosen) throws IOException {
    var settings = new ServiceCopy.Settings(
        chosen,
        1,
        0,
        Optional.empty(),
        Duration.ofSeconds(1),
        true,
        new Persistence(true, PATIENCE, time, screen.terminal()));
    var journal = CopyJournal.open(folder.resolve("journal"), "from", "to");
    new ServiceCopy(from, to, Optional.empty(), settings, journal, screen.terminal()).run();
  }

  private long contents(TableName table) {
    return target.query(table, Query.ALL).count().blockOptional().orElseThrow();
  }

  private void drop(TableName table) {
    if (table.equals(TREES)) {
      source.deleteTable(TREES).onErrorComplete().block();
    }
  }
}

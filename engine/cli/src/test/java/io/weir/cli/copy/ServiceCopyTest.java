package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import io.weir.testkit.ForwardingTables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The steps of a copy while programs create and drop tables of the source. */
final class ServiceCopyTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final TableName TREES = new TableName("Trees");

  @TempDir
  Path folder;

  private final ModelTableService source = new ModelTableService();
  private final ModelTableService target = new ModelTableService();
  private final Transcript screen = new Transcript();

  @BeforeEach
  void fill() {
    for (var table : List.of(BIRDS, TREES)) {
      source.createTable(table).block();
      source.write(table, new Write.Insert(Entity.builder("p", "r").build())).block();
    }
  }

  @Test
  void aTableThatIsDroppedWhileItIsCopiedIsLeftOut() throws IOException {
    var dropping = new ForwardingTables(source) {
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
    var dropping = new ForwardingTables(source) {
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
    var creating = new ForwardingTables(source) {
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

  private void copy(TableService from, List<TableName> chosen) throws IOException {
    var settings =
        new ServiceCopy.Settings(chosen, 1, 0, Optional.empty(), Duration.ofSeconds(1), true);
    var journal = CopyJournal.open(folder.resolve("journal"), "from", "to");
    new ServiceCopy(from, target, Optional.empty(), settings, journal, screen.terminal()).run();
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

package io.weir.cli.store;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.BulkResult;
import io.weir.cli.archive.TableDefinitions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.backup.TableAtPoint;
import io.weir.engine.catalog.SettingText;
import io.weir.engine.catalog.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Stores a table of a backup under another name in a running service. The entities are upserts of
 * one bulk write, which goes on behind the last acknowledged one when it is interrupted.
 *
 * <p>Belongs to the main thread, which blocks.
 */
final class TableRestore {

  private static final int SHOWN_EVERY = 1_000;

  /** What other settings of a table are called. */
  private static final Map<String, String> OTHERS =
      Map.of("AccessPolicies", "stored access policies", "search", "the full-text search");

  private final TableService service;
  private final TableName target;
  private final Persistence persistence;
  private final Terminal terminal;

  /** Whether the target may have had entities before. */
  private boolean resumed;

  /** Entities whose storage was acknowledged, in the order of the reading. */
  private long stored;

  TableRestore(TableService service, TableName target, Persistence persistence, Terminal terminal) {
    this.service = service;
    this.target = target;
    this.persistence = persistence;
    this.terminal = terminal;
  }

  /**
   * Fails if the service does not answer or the target has entities, before anything is read.
   *
   * @param resumes whether the target may have entities
   */
  void requireFree(boolean resumes) {
    resumed = resumes;
    if (isThere() && !resumes && hasEntities()) {
      throw CommandFailure.failed(
          "The table " + target + " is there and has entities; choose another name with --as."
              + " A restore that was interrupted goes on with --resume.");
    }
  }

  private boolean isThere() {
    return Boolean.TRUE.equals(service.table(target).hasElement().block());
  }

  private boolean hasEntities() {
    return Boolean.TRUE.equals(
        service.query(target, Query.ALL.top(1)).hasElements().block());
  }

  /** Creates the target if it is absent, stores the entities and declares the indexes. */
  void store(TableAtPoint source) throws IOException {
    if (!isThere()) {
      service.createTable(target).block();
    }
    storeEntities(source);
    declare(source.table());
    tellOthers(source);
    terminal.say(String.format(
        Locale.ROOT,
        "Restored %,d entities of %s as the table %s, as of %s. Their Timestamps and ETags are new.",
        source.entities(),
        source.table().name(),
        target,
        source.moment()));
    tellWhatIsMissing(source);
  }

  /** A restore that was resumed finds what it or others have stored before. */
  private void tellOthers(TableAtPoint source) {
    if (!resumed) {
      return;
    }
    var has = Objects.requireNonNull(service.count(target, Query.ALL).block()).returned();
    if (has != source.entities()) {
      terminal.remark(String.format(
          Locale.ROOT,
          "The table %s has %,d entities and %,d were restored: the others were there before.",
          target,
          has,
          source.entities()));
    }
  }

  private void storeEntities(TableAtPoint source) throws IOException {
    try (var progress =
        terminal.progress().begin("Storing " + target, source.entities(), "entities")) {
      persistence.complete(() -> storeRest(source, progress), () -> stored);
    } catch (IOException | RuntimeException e) {
      terminal.remark(String.format(
          Locale.ROOT,
          "The table %s has %,d of %,d entities. Repeat the command with --resume%s to store all of them.",
          target,
          stored,
          source.entities(),
          source.optionOfEnd()));
      throw e;
    }
  }

  private void storeRest(TableAtPoint source, LoadProgress progress) {
    var lines = RestoredLines.of(source, stored);
    service
        .bulk(target, lines)
        .publishOn(Schedulers.boundedElastic()) // the progress may wait for its output
        .concatMap(TableRestore::acknowledged)
        .doOnNext(one -> count(source, progress))
        .then()
        .block();
  }

  private static Mono<Boolean> acknowledged(BulkResult result) {
    return result.dispatch(new BulkResult.Handler<>() {
      @Override
      public Mono<Boolean> done(BulkResult.Done line) {
        return Mono.just(true);
      }

      @Override
      public Mono<Boolean> refused(BulkResult.Refused line) {
        return Mono.error(line.cause());
      }

      @Override
      public Mono<Boolean> end(BulkResult.End end) {
        return Mono.empty();
      }
    });
  }

  private void count(TableAtPoint source, LoadProgress progress) {
    stored++;
    if (stored % SHOWN_EVERY == 0) {
      progress.advance(SHOWN_EVERY);
    } else if (stored == source.entities()) {
      progress.advance(stored % SHOWN_EVERY);
    }
  }

  /**
   * Indexes are declared last: they are filled faster than they are kept, and queries wait for
   * them.
   */
  private void declare(Table source) {
    var indexes = source.indexes().stream()
        .map(each -> new IndexStatus(each.definition(), each.state(), 1, 0, 0))
        .toList();
    var settings = new ArrayList<TableDefinitions.Value<?>>();
    source
        .setting(TableSetting.FEED)
        .filter(value -> !TableSetting.FEED.standard().equals(Optional.of(value)))
        .ifPresent(value -> settings.add(new TableDefinitions.Value<>(TableSetting.FEED, value)));
    new TableDefinitions(indexes, settings).declare(service, target, terminal::remark);
    if (!indexes.isEmpty()) {
      terminal.remark(
          "Declared " + indexes.size() + " indexes, which the service fills: 'weir index list "
              + target + "' shows how far it is.");
    }
  }

  private void tellWhatIsMissing(TableAtPoint source) {
    if (source.expired() > 0) {
      terminal.remark(String.format(
          Locale.ROOT, "Left out: %,d entities that had expired by then.", source.expired()));
    }
    source.table().setting(TableSetting.EXPIRY).ifPresent(rule -> {
      var member = TableSetting.EXPIRY.write(rule).entrySet().iterator().next();
      terminal.remark(
          "Not restored: the rule of expiry, because it could remove entities at once. Declare it with: weir expiry set "
              + target + " --" + member.getKey() + " " + member.getValue());
    });
    var known = TableSetting.ALL.stream().map(SettingText::property).collect(Collectors.toSet());
    var others = source.table().settings().keySet().stream()
        .filter(name -> !known.contains(name))
        .map(name -> OTHERS.getOrDefault(name, name))
        .sorted()
        .toList();
    if (!others.isEmpty()) {
      terminal.remark("Not restored: " + String.join(", ", others) + ".");
    }
  }
}

package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.cli.Transcript;
import io.weir.cli.archive.Policies;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.SigningOptions;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirClient;
import io.weir.server.operator.Signatures;
import io.weir.server.settings.AccessPolicies;
import io.weir.server.settings.AccessPolicy;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** {@code weir copy} between two running services, as users call it. */
final class CopyCommandTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final TableName TREES = new TableName("Trees");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int WRITES_AT_ONCE = 64;

  /**
   * Not those of the source: a copy that follows is also how a running service comes to another
   * number.
   */
  private static final int OTHER_PARTITION_GROUPS = 11;

  @TempDir
  Path folder;

  private RunningService from;
  private RunningService to;
  private WeirClient source;
  private WeirClient target;

  @BeforeEach
  void start() throws IOException {
    from = RunningService.start(Files.createDirectory(folder.resolve("from")));
    to = RunningService.start(Files.createDirectory(folder.resolve("to")), OTHER_PARTITION_GROUPS);
    source = WeirClient.builder().endpoint(from.endpoint()).connect();
    target = WeirClient.builder().endpoint(to.endpoint()).connect();
    for (var table : List.of(BIRDS, TREES)) {
      source.createTable(table).block(PATIENCE);
      Flux.range(0, 300)
          .flatMap(row -> write(table, "p" + row % 7, "r" + row), WRITES_AT_ONCE)
          .blockLast(PATIENCE);
    }
  }

  @AfterEach
  void stop() {
    source.close();
    target.close();
    from.close();
    to.close();
  }

  @Test
  void allTablesAreCopiedWithTheirIndexesAndCompared() {
    source.createIndex(BIRDS, IndexDefinition.of("ByName", "Name")).block(PATIENCE);

    var screen = new Transcript();
    assertThat(copy(screen)).as(screen.err()).isZero();

    assertThat(screen.out())
        .contains("Copied 300 entities of Birds")
        .contains("Compared 300 entities of Trees: 0 missing, 0 changed, 0 only in the target.");
    assertThat(contents(target, BIRDS)).isEqualTo(contents(source, BIRDS)).hasSize(300);
    assertThat(contents(target, TREES)).isEqualTo(contents(source, TREES));
    assertThat(target.indexes(BIRDS).block(PATIENCE)).hasSize(1);
    assertThat(folder.resolve("journal")).doesNotExist();
  }

  @Test
  void chosenTablesAreCopiedAlone() {
    assertThat(copy(new Transcript(), "--tables", "Trees")).isZero();

    assertThat(target.tables().collectList().block(PATIENCE)).containsExactly(TREES);
  }

  @Test
  void aDifferenceIsReportedWithItsKeyAndFails() {
    target.createTable(TREES).block(PATIENCE);
    target
        .write(TREES, new Write.Insert(Entity.builder("only", "here").build()))
        .block(PATIENCE);

    var screen = new Transcript();
    assertThat(copy(screen, "--tables", "Trees")).isEqualTo(ExitCode.FAILED);

    assertThat(screen.out()).contains("0 missing, 0 changed, 1 only in the target.");
    assertThat(screen.err()).contains("only").contains("The target is not what the source is.");
  }

  /** Writes, removals, a removed range, a new table and a dropped one, all while the copy runs. */
  @Test
  void aCopyThatFollowsEndsWithWhatTheSourceIsWhenItsWritersStop() throws Exception {
    var screen = new Transcript();
    var copying = CompletableFuture.supplyAsync(
        () -> copy(screen, "--follow", "--until-idle", "2", "--rate", "600"));

    var grass = new TableName("Grass");
    source.createTable(grass).block(PATIENCE);
    for (var row = 0; row < 100; row++) {
      upsert(BIRDS, "q" + row % 3, "new" + row);
      upsert(grass, "p", "r" + row);
      source
          .write(BIRDS, new Write.Delete(new EntityKey("p" + row % 7, "r" + row), IfMatch.ANY))
          .block(PATIENCE);
    }
    source.deleteRange(BIRDS, FilterParser.parse("PartitionKey eq 'p3'")).block(PATIENCE);
    source.deleteTable(TREES).block(PATIENCE);

    assertThat(copying.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as(screen.err())
        .isZero();
    assertThat(screen.out()).contains("Repeated ");
    assertThat(contents(target, BIRDS)).isEqualTo(contents(source, BIRDS));
    assertThat(contents(target, grass)).isEqualTo(contents(source, grass)).hasSize(100);
    assertThat(target.tables().collectList().block(PATIENCE))
        .containsExactlyInAnyOrder(BIRDS, grass);
  }

  /** The restart takes longer than a client repeats its requests by itself. */
  @Test
  void aCopyThatFollowsGoesOnAfterARestartOfItsSource() throws Exception {
    var screen = new Transcript();
    var copying =
        CompletableFuture.supplyAsync(() -> copy(screen, "--follow", "--until-idle", "5"));
    until(() -> screen.out().contains("Following the source"));
    upsert(BIRDS, "before", "restart");
    var port = URI.create(from.origin()).getPort();
    from.close();
    until(() -> screen.err().contains("; trying again"));

    from = RunningService.start(folder.resolve("from"), port, Optional.empty());
    upsert(BIRDS, "after", "restart");
    source
        .write(BIRDS, new Write.Delete(new EntityKey("p1", "r1"), IfMatch.ANY))
        .block(PATIENCE);

    assertThat(copying.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as(screen.err())
        .isZero();
    assertThat(contents(target, BIRDS)).isEqualTo(contents(source, BIRDS)).hasSize(301);
    assertThat(screen.out()).containsOnlyOnce("Following the source");
  }

  private static void until(BooleanSupplier condition) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void aCopyGoesIntoTheFolderOfAnExportAndBack() {
    var export = folder.resolve("export").toString();

    assertThat(run(new Transcript(), "--from", from.endpoint(), "--to", export)).isZero();
    assertThat(run(new Transcript(), "--from", export, "--to", to.endpoint())).isZero();

    assertThat(contents(target, BIRDS)).isEqualTo(contents(source, BIRDS));
  }

  @Test
  void storedAccessPoliciesAreCopied() throws IOException {
    var reading = new AccessPolicies(
        List.of(new AccessPolicy("reading", Optional.empty(), Optional.empty(), Optional.of("r"))));
    policies(from, source).replace(BIRDS, reading);

    var screen = new Transcript();
    assertThat(copy(screen)).as(screen.err()).isZero();

    assertThat(policies(to, target).of(BIRDS)).isEqualTo(reading);
    assertThat(policies(to, target).of(TREES)).isEqualTo(AccessPolicies.NONE);
  }

  @Test
  void aSignatureCopiesTablesWithoutTheirPolicies() throws IOException {
    policies(from, source)
        .replace(
            BIRDS,
            new AccessPolicies(List.of(new AccessPolicy(
                "reading", Optional.empty(), Optional.empty(), Optional.of("r")))));
    var signature = Signatures.ofAccountWithAllPermissions();

    var fromSigned = new Transcript();
    assertThat(copy(fromSigned, "--from-sas", signature)).as(fromSigned.err()).isZero();
    assertThat(fromSigned.err()).contains("a shared access signature does not show them");

    var toSigned = new Transcript();
    assertThat(copy(toSigned, "--to-sas", signature)).as(toSigned.err()).isZero();
    assertThat(toSigned.err()).contains("Left out: policies table=Birds.");
    assertThat(contents(target, BIRDS)).isEqualTo(contents(source, BIRDS));
  }

  @Test
  void storedAccessPoliciesAreLeftOutOnDemand() throws IOException {
    policies(from, source)
        .replace(
            BIRDS,
            new AccessPolicies(List.of(new AccessPolicy(
                "reading", Optional.empty(), Optional.empty(), Optional.of("r")))));

    assertThat(copy(new Transcript(), "--no-policies")).isZero();

    assertThat(policies(to, target).of(BIRDS)).isEqualTo(AccessPolicies.NONE);
  }

  private static Policies policies(RunningService service, WeirClient client) {
    return EndpointOptions.of(service.endpoint(), SigningOptions.of(null, null, null, null, null))
        .policies(client, remark -> {
          throw new AssertionError(remark);
        });
  }

  @Test
  void theJournalOfAnotherCopyIsRefused() throws IOException {
    Files.writeString(
        folder.resolve("journal"), "{\"$copy\":{\"from\":\"http://elsewhere/a\",\"to\":\"b\"}}\n");

    var screen = new Transcript();
    assertThat(copy(screen)).isEqualTo(ExitCode.FAILED);

    assertThat(screen.err()).contains("The journal is of another copy");
  }

  @Test
  void oneAccountIsNotCopiedOntoItself() {
    var screen = new Transcript();

    assertThat(run(screen, "--from", from.endpoint(), "--to", from.endpoint()))
        .isEqualTo(ExitCode.WRONG_USAGE);

    assertThat(screen.err()).contains("the same account");
  }

  private int copy(Transcript screen, String... more) {
    var options = new ArrayList<>(List.of("--from", from.endpoint(), "--to", to.endpoint()));
    options.addAll(List.of(more));
    return run(screen, options.toArray(String[]::new));
  }

  private int run(Transcript screen, String... options) {
    var command =
        new ArrayList<>(List.of("copy", "--journal", folder.resolve("journal").toString()));
    command.addAll(List.of(options));
    return screen.run(Map.of(), command.toArray(String[]::new));
  }

  private void upsert(TableName table, String partition, String row) {
    write(table, partition, row).block(PATIENCE);
  }

  private Mono<WriteResult> write(TableName table, String partition, String row) {
    var entity = Entity.builder(partition, row).set("Name", partition + row).build();
    return source.write(table, new Write.Upsert(entity, WriteMode.REPLACE));
  }

  private static List<Map<?, ?>> contents(WeirClient client, TableName table) {
    return client
        .query(table, Query.ALL)
        .<Map<?, ?>>map(Entity::toMap)
        .collectList()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }
}

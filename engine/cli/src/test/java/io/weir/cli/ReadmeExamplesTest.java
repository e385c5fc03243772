package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.filter.Filter;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Reception;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchState;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.cli.serve.RunningService;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.pattern.process.ChangeHandler;
import io.weir.pattern.process.ChangeProcessor;
import io.weir.pattern.process.ProcessorOptions;
import io.weir.pattern.tutorial.Tutorial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The Java examples of the front page and of the pages of engine and client compile, run, and equal
 * the tested lines.
 */
final class ReadmeExamplesTest {

  @TempDir
  Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, UTF_8);

  @Test
  void theRemoteExamplesPrintTheirOwl() throws IOException {
    try (var service = RunningService.start(folder)) {
      remote(service.endpoint());
      either(service.endpoint());
      changes(service.endpoint());
      consumer(service.endpoint());
      packing(service.endpoint(), service.queues());
      processor(service.endpoint());
      search(service.endpoint());
    }

    assertThat(printed.toString(UTF_8).lines())
        .containsExactly(
            "2 Minerva",
            "Minerva",
            "2 EXISTING",
            "2 is searchable",
            "pack perch",
            "1 change",
            "2 1.0");
  }

  @Test
  void theExampleInProcessPrintsItsOwls() throws IOException {
    inProcess(folder.resolve("store"));

    assertThat(printed.toString(UTF_8).lines()).containsExactly("2 Minerva", "1 Athena");
  }

  @Test
  void theExampleOfQueuesPrintsItsMessage() throws IOException {
    queues(folder.resolve("store"));

    assertThat(printed.toString(UTF_8).lines()).containsExactly("an owl");
  }

  @Test
  void theFrontPageContainsTheTestedLines() throws IOException {
    var own = snippets("engine/cli", ReadmeExamplesTest.class);

    assertThat(Readme.FRONT_PAGE.testedBlocks("java"))
        .containsExactly(own.get(0), own.get(2), own.get(6));
  }

  @Test
  void thePageOfTheEngineContainsTheTestedLines() throws IOException {
    var own = snippets("engine/cli", ReadmeExamplesTest.class);

    assertThat(Readme.ENGINE.testedBlocks("java")).containsExactly(own.get(3));
  }

  @Test
  void thePageOfTheClientContainsTheTestedLines() throws IOException {
    var own = snippets("engine/cli", ReadmeExamplesTest.class);

    assertThat(Readme.CLIENT.testedBlocks("java"))
        .containsExactly(own.get(1), own.get(4), own.get(5), own.get(7), own.get(8));
  }

  @Test
  void thePageOfThePatternsContainsTheTestedLines() throws IOException {
    assertThat(Readme.PATTERNS.testedBlocks("java"))
        .isEqualTo(snippets("api/patterns", Tutorial.class));
  }

  private void remote(String endpoint) {
    // snippet
    var birds = new TableName("Birds");
    var owl =
        Entity.builder("Owls", "2").set("Name", "Minerva").set("Weight", 0.19).build();

    try (var weir = WeirClient.builder().endpoint(endpoint).connect()) {
      weir.createTable(birds)
          .onErrorComplete(ConflictException.class)
          .then(weir.write(birds, new Write.Upsert(owl, WriteMode.REPLACE)))
          .thenMany(weir.query(birds, Query.ALL.where("PartitionKey eq 'Owls' and Weight lt 0.5")))
          .doOnNext(
              bird -> out.println(bird.rowKey() + " " + bird.getString("Name").orElse("?")))
          .blockLast();
    }
    // end of snippet
  }

  private void either(String endpoint) {
    // snippet
    var any = WeirClient.builder().endpoint(endpoint).dialect(DialectChoice.AUTO);
    try (var tables = any.connect()) {
      tables
          .query(new TableName("Birds"), Query.ALL.where("Weight lt 0.5").select("Name"))
          .doOnNext(bird -> out.println(bird.getString("Name").orElse("?")))
          .blockLast();
    }
    // end of snippet
  }

  private void inProcess(Path folder) throws IOException {
    // snippet
    try (var loops = EmbeddedLoops.start(2);
        var engine = Engine.open(StoreOptions.in(folder), loops.loops())) {
      TableService weir = engine.account(AccountName.DEVELOPMENT);
      var birds = new TableName("Birds");
      var owls = Batch.of(
          new Write.Insert(Entity.builder("Owls", "1").set("Name", "Athena").build()),
          new Write.Insert(Entity.builder("Owls", "2").set("Name", "Minerva").build()));

      weir.createTable(birds).then(weir.submit(birds, owls)).block();
      weir.query(birds, Query.ALL.descending())
          .doOnNext(
              bird -> out.println(bird.rowKey() + " " + bird.getString("Name").orElse("?")))
          .blockLast();
    }
    // end of snippet
  }

  private void queues(Path folder) throws IOException {
    // snippet
    try (var loops = EmbeddedLoops.start(2);
        var engine = Engine.open(StoreOptions.in(folder), loops.loops())) {
      var queues = engine.queues(AccountName.DEVELOPMENT);
      var sightings = new QueueName("sightings");

      queues
          .create(sightings)
          .then(queues.put(sightings, NewMessage.of("an owl")))
          .thenMany(queues.receive(sightings, Reception.DEFAULT))
          .doOnNext(delivery -> out.println(delivery.text()))
          .concatMap(delivery -> delivery.acknowledge().thenReturn(delivery))
          .blockFirst(); // a stream of messages does not end by itself
    }
    // end of snippet
  }

  private void changes(String endpoint) {
    // snippet
    try (var weir = WeirClient.builder().endpoint(endpoint).connect()) {
      weir.changes(FeedScope.of(new TableName("Birds")), FeedStart.BEGINNING)
          .ofType(FeedItem.Change.class)
          .take(1)
          .doOnNext(change -> out.println(change.key().rowKey() + " " + change.cause()))
          .blockLast();
    }
    // end of snippet
  }

  private void consumer(String endpoint) {
    // snippet
    try (var weir = WeirClient.builder().endpoint(endpoint).connect()) {
      var search = new ConsumerName("search");
      var birds = Optional.of(new TableName("Birds"));
      var consumer = weir.consumers().create(search, birds, FeedStart.BEGINNING).block();
      weir.changes(search, Filter.ALL)
          .ofType(FeedItem.Change.class)
          .take(1)
          .concatMap(change -> weir.consumers()
              .advance(search, consumer.generation(), change.token())
              .thenReturn(change))
          .doOnNext(change -> out.println(change.key().rowKey() + " is searchable"))
          .blockLast();
    }
    // end of snippet
  }

  private void packing(String endpoint, String queuesEndpoint) {
    // snippet
    var orders = new TableName("Orders");
    var packing = new QueueName("packing");
    var order = Entity.builder("2026", "17").set("Item", "perch").build();

    try (var weir = WeirClient.builder().endpoint(endpoint).connect();
        var queues = WeirQueues.builder().endpoint(queuesEndpoint).connectQueues()) {
      weir.createTable(orders)
          .then(queues.create(packing))
          .then(weir.commit( // the order and the message, or neither
              JointCommit.of(TableWrite.of(orders, new Write.Insert(order))),
              List.of(new AddressedMessage(packing, NewMessage.of("17")))))
          .thenMany(queues.receive(packing, Reception.DEFAULT))
          .concatMap(message -> weir.get(orders, new EntityKey("2026", message.text()))
              .doOnNext(found -> out.println("pack " + found.getString("Item").orElse("?")))
              .delayUntil(packed -> message.acknowledge()))
          .blockFirst(); // a stream of messages does not end by itself
    }
    // end of snippet
  }

  private void processor(String endpoint) {
    // snippet
    var options = ProcessorOptions.of("mailing", FeedScope.of(new TableName("Birds")))
        .start(FeedStart.BEGINNING)
        .build();
    var stop = Sinks.<Void>empty();
    try (var weir = WeirClient.builder().endpoint(endpoint).connect()) {
      ChangeHandler handler = batch -> Mono.fromRunnable(() -> {
        out.println(batch.items().size() + " change");
        stop.tryEmitEmpty();
      });
      new ChangeProcessor(weir, handler, options).run(stop.asMono()).block();
    }
    // end of snippet
  }

  private void search(String endpoint) {
    // snippet
    try (var weir = WeirClient.builder().endpoint(endpoint).connect()) {
      var birds = new TableName("Birds");
      weir.searches().declare(birds, SearchDefinition.of("Name")).block();
      weir.searches()
          .status(birds)
          .repeatWhen(done -> done.delayElements(Duration.ofMillis(50)))
          .takeUntil(status -> status.state() == SearchState.READY)
          .thenMany(weir.search(birds, "miner* -gull"))
          .doOnNext(hit -> out.println(hit.entity().rowKey() + " " + hit.score()))
          .blockLast();
    }
    // end of snippet
  }

  private static List<String> snippets(String module, Class<?> example) throws IOException {
    var source = Readme.root()
        .resolve(module)
        .resolve("src/test/java")
        .resolve(example.getName().replace('.', '/') + ".java");
    var snippets = new ArrayList<String>();
    var snippet = new StringBuilder();
    var inside = false;
    for (var line : Files.readAllLines(source)) {
      if (line.equals("    // end of snippet")) {
        snippets.add(snippet.toString().stripTrailing().stripIndent() + "\n");
        snippet.setLength(0);
        inside = false;
      }
      if (inside) {
        snippet.append(line).append('\n');
      }
      inside = inside || line.equals("    // snippet");
    }
    return snippets;
  }
}

package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import java.io.IOException;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Each call on a loop, where BlockHound fails a thread that waits. No index is opened on a loop,
 * and a call does not wait for one that is opened.
 */
@Timeout(120)
class LoopCallsTest {

  private final HeldIndexes held = new HeldIndexes();
  private SearchFixture fixture;
  private Scheduler loop;

  @BeforeEach
  void open() throws IOException {
    fixture = SearchFixture.withTable();
    fixture.use(held.options());
    fixture.restart();
    loop = Schedulers.fromExecutor(fixture.loops().loops().all().get(0));
    fixture.put("1", "Text", "owl");
  }

  @AfterEach
  void close() throws IOException {
    held.release();
    fixture.close();
  }

  @Test
  void declarationsStatesAndListsAreGivenOnALoop() {
    onLoop(() -> fixture.service().declare(SearchFixture.TABLE, SearchDefinition.of("Text")));
    fixture.settled();
    onLoop(() -> fixture.service().declare(SearchFixture.TABLE, SearchDefinition.of("Other")));

    assertThat(onLoop(() -> fixture.service().status(SearchFixture.TABLE)).definition())
        .isEqualTo(SearchDefinition.of("Other"));
    assertThat(onLoop(() -> fixture.service().list())).hasSize(1);
    assertOnWorkers();
  }

  @Test
  void searchesAreMadeOnALoop() {
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();

    assertThat(found().hits())
        .singleElement()
        .satisfies(hit -> assertThat(hit.entity().key()).isEqualTo(new EntityKey("p", "1")));
  }

  @Test
  void aSearchThatFindsNoIndexFailsOnALoopWhileTheIndexIsOpened() {
    held.hold();
    fixture.declare(SearchDefinition.of("Text"));

    assertThatThrownBy(this::found)
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("search=building");
    assertThat(onLoop(() -> fixture.service().status(SearchFixture.TABLE)).documents())
        .isZero();

    held.release();
    fixture.settled();
    assertThat(found().hits()).hasSize(1);
    assertOnWorkers();
  }

  @Test
  void theFirstSearchAfterAStartIsMadeOnALoop() throws IOException {
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();
    held.hold();
    fixture.restart();

    assertThatThrownBy(this::found).isInstanceOf(ServiceBusyException.class);

    held.release();
    fixture.settled();
    assertThat(found().hits()).hasSize(1);
  }

  @Test
  void rebuildsAndDropsAreAskedForOnALoop() {
    fixture.declare(SearchDefinition.of("Text"));
    fixture.settled();

    onLoop(() -> fixture.service().rebuild(SearchFixture.TABLE).thenReturn(true));
    onLoop(() -> fixture.service().drop(SearchFixture.TABLE).thenReturn(true));

    assertThat(fixture.indexes()).isEmptyDirectory();
    assertOnWorkers();
  }

  private void assertOnWorkers() {
    assertThat(held.threads()).isNotEmpty().allMatch(name -> name.startsWith("weir-search-"));
  }

  private SearchPage found() {
    return onLoop(() ->
        fixture.service().search(fixture.tables(), SearchFixture.TABLE, SearchRequest.of("owl")));
  }

  private <T> T onLoop(Supplier<Mono<T>> call) {
    return Mono.defer(call).subscribeOn(loop).blockOptional().orElseThrow();
  }
}

package io.weir.spring.either;

import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import io.weir.junit.TestService;
import io.weir.junit.WeirTest;
import io.weir.pattern.typed.EntityVersion;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.spring.EnableWeirTables;
import io.weir.spring.WeirConnectionDetails;
import io.weir.spring.WeirRepository;
import io.weir.spring.WeirTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Repositories, connection details and health in Spring Boot 4, and by another execution in Spring
 * Boot 3.
 */
@WeirTest
final class EitherBootTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestService service;
  private final ApplicationContextRunner application;

  EitherBootTest(TestService service) {
    this.service = service;
    this.application = new ApplicationContextRunner()
        .withUserConfiguration(App.class)
        .withPropertyValues("weir.connection-string=" + service.connectionString());
  }

  record Bird(
      @PartitionKey String kind,
      @RowKey String id,
      String name,
      @Nullable @EntityVersion String version) {

    Bird(String kind, String id, String name) {
      this(kind, id, name, null);
    }
  }

  @WeirTable("EitherBirds")
  interface Birds extends WeirRepository<Bird> {

    default Flux<Bird> named(String name) {
      return findAll(where("name").is(name));
    }

    @Override
    default Mono<Bird> find(String kind, String id) {
      return WeirRepository.super.find(kind, id).map(Birds::loud);
    }

    private static Bird loud(Bird bird) {
      return new Bird(bird.kind(), bird.id(), bird.name() + "!", bird.version());
    }
  }

  @EnableAutoConfiguration
  @EnableWeirTables
  @Configuration(proxyBeanMethods = false)
  static class App {}

  private void run(Consumer<Birds> work) {
    application.run(context -> {
      var birds = context.getBean(Birds.class);
      birds.table().query().flatMap(birds::delete).blockLast(PATIENCE);
      work.accept(birds);
    });
  }

  @Test
  void theVersionIsThatOfTheExecution() {
    assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("weir.boot", "4."));
  }

  @Test
  void defaultMethodsOfAnInterfaceThatIsNotPublicRun() {
    run(birds -> {
      birds.save(new Bird("owl", "1", "Athene")).block(PATIENCE);

      assertThat(birds.named("Athene").map(Bird::id).collectList().block(PATIENCE))
          .containsExactly("1");
      assertThat(birds.find("owl", "1").block(PATIENCE).name()).isEqualTo("Athene!");
    });
  }

  @Test
  void aKeyIsLookedUpAndRemoved() {
    run(birds -> {
      birds.save(new Bird("owl", "1", "Athene")).block(PATIENCE);

      assertThat(birds.existsById("owl", "1").block(PATIENCE)).isTrue();
      assertThat(birds.existsById("owl", "2").block(PATIENCE)).isFalse();
      birds.deleteById("owl", "1").block(PATIENCE);
      assertThat(birds.existsById("owl", "1").block(PATIENCE)).isFalse();
      assertThatThrownBy(() -> birds.deleteById("owl", "1").block(PATIENCE))
          .isInstanceOf(NotFoundException.class);
    });
  }

  @Test
  void valuesAreStoredInBulkInTheirOrderWithTheirVersions() {
    run(birds -> {
      var stored = birds
          .saveAll(Flux.range(0, 250).map(i -> new Bird("owl", "%03d".formatted(i % 249), "n" + i)))
          .collectList()
          .block(PATIENCE);

      assertThat(stored)
          .hasSize(250)
          .allSatisfy(bird -> assertThat(bird.version()).isNotNull());
      assertThat(stored).extracting(Bird::name).startsWith("n0", "n1").endsWith("n248", "n249");
      assertThat(birds.find("owl", "000").block(PATIENCE).name()).isEqualTo("n249!");
      assertThat(birds.findAll().count().block(PATIENCE)).isEqualTo(249);
    });
  }

  @Test
  void aRefusedValueOfManyFailsWithItsReason() {
    run(birds -> assertThatThrownBy(() -> birds
            .saveAll(Flux.just(new Bird("owl", "1", "a"), new Bird("a/b", "2", "b")))
            .collectList()
            .block(PATIENCE))
        .isInstanceOf(InvalidRequestException.class));
  }

  @Test
  void answersAreLimitedAndReadInPages() {
    run(birds -> {
      birds
          .saveAll(Flux.range(0, 25).map(i -> new Bird("owl", "%02d".formatted(i), "same")))
          .blockLast(PATIENCE);
      var same = where("name").is("same");

      assertThat(birds.findAll(same, 7).count().block(PATIENCE)).isEqualTo(7);
      var ids = new ArrayList<String>();
      String after = null;
      do {
        var page = birds.findPage(same, 10, after).block(PATIENCE);
        assertThat(page.items()).hasSizeLessThanOrEqualTo(10);
        page.items().forEach(bird -> ids.add(bird.id()));
        after = page.next() == null ? null : page.next().encode();
      } while (after != null);
      assertThat(ids).hasSize(25).isSorted().doesNotHaveDuplicates();
      assertThatThrownBy(() -> birds.findPage(same, 10, "no token").block(PATIENCE))
          .isInstanceOf(InvalidRequestException.class);
    });
  }

  @Test
  void detailsOfTheConnectionComeBeforeTheProperties() {
    new ApplicationContextRunner()
        .withUserConfiguration(App.class)
        .withPropertyValues("weir.endpoint=http://127.0.0.1:1/devstoreaccount1", "weir.deadline=9s")
        .withBean(
            WeirConnectionDetails.class, () -> WeirConnectionDetails.of(service.connectionString()))
        .run(context -> {
          assertThat(context.getBean(WeirClient.class).tables().collectList().block(PATIENCE))
              .isNotNull();
          assertThat(context.getBean(WeirQueues.class).list().collectList().block(PATIENCE))
              .isNotNull();
        });
  }

  @Test
  void queuesOfAnotherPlaceHaveAPropertyOfTheirOwn() {
    new ApplicationContextRunner()
        .withUserConfiguration(App.class)
        .withPropertyValues(
            "weir.endpoint=" + service.endpoint(), "weir.queue-endpoint=" + service.queueEndpoint())
        .run(context -> assertThat(
                context.getBean(WeirQueues.class).list().collectList().block(PATIENCE))
            .isNotNull());
    new ApplicationContextRunner()
        .withUserConfiguration(App.class)
        .withPropertyValues("weir.endpoint=" + service.endpoint())
        .run(context -> assertThatThrownBy(() -> context.getBean(WeirQueues.class))
            .hasStackTraceContaining("Set weir.queue-endpoint beside weir.endpoint."));
  }

  @Test
  void theHealthIsThatOfTheService() {
    application.run(
        context -> assertThat(status(context.getBean("weirHealthIndicator"))).isEqualTo("UP"));
    new ApplicationContextRunner()
        .withUserConfiguration(App.class)
        .withPropertyValues(
            "weir.endpoint=http://127.0.0.1:1/devstoreaccount1",
            "weir.deadline=1s",
            "weir.declare-tables=false")
        .run(context ->
            assertThat(status(context.getBean("weirHealthIndicator"))).isEqualTo("DOWN"));
  }

  /** Returns the status that an indicator of either version tells. */
  static String status(Object indicator) {
    try {
      var type = Class.forName(
          indicator.getClass().getInterfaces()[0].getName(),
          true,
          indicator.getClass().getClassLoader());
      var health = ((Mono<?>) type.getMethod("health").invoke(indicator)).block(PATIENCE);
      return health.getClass().getMethod("getStatus").invoke(health).toString();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no indicator of either version " + indicator.getClass(), e);
    }
  }
}

package io.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.client.WeirClient;
import io.weir.engine.Engine;
import io.weir.junit.TestService;
import io.weir.junit.WeirTest;
import io.weir.spring.birds.Bird;
import io.weir.spring.birds.Birds;
import io.weir.spring.birds.BirdsConfiguration;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.test.StepVerifier;

/** The starter in applications of several kinds. */
@WeirTest
final class StarterTest {

  private final TestService service;

  private final ApplicationContextRunner application = new ApplicationContextRunner()
      .withConfiguration(AutoConfigurations.of(
          EmbeddedWeirAutoConfiguration.class,
          WeirAutoConfiguration.class,
          WeirHealthAutoConfiguration.class));

  StarterTest(TestService service) {
    this.service = service;
  }

  @Test
  void aRepositoryStoresAndFindsValuesOfTheService() {
    application
        .withUserConfiguration(BirdsConfiguration.class)
        .withPropertyValues("weir.connection-string=" + service.connectionString())
        .run(context -> {
          var birds = context.getBean(Birds.class);

          var stored = birds.save(new Bird("owl", "1", "Athene")).block();
          StepVerifier.create(birds.replace(new Bird("owl", "1", "Bubo", stored.version())))
              .expectNextCount(1)
              .verifyComplete();
          StepVerifier.create(birds.named("Bubo").map(Bird::id)).expectNext("1").verifyComplete();
          assertThat(birds.find("owl", "2").blockOptional()).isEmpty();
          assertThat(birds).hasToString("Birds").isEqualTo(birds).isNotEqualTo(this);
        });
    assertThat(service.client().indexes(new TableName("Birds")).block())
        .as("declared at the start")
        .hasSize(1);
  }

  @Test
  void theHealthIsThatOfTheService() {
    application
        .withPropertyValues("weir.endpoint=" + service.endpoint())
        .run(context -> assertThat(status(context.getBean(ReactiveHealthIndicator.class)))
            .isEqualTo(Status.UP));
    application
        .withPropertyValues("weir.endpoint=http://127.0.0.1:1/devstoreaccount1", "weir.deadline=1s")
        .run(context -> assertThat(status(context.getBean(ReactiveHealthIndicator.class)))
            .isEqualTo(Status.DOWN));
  }

  private static Status status(ReactiveHealthIndicator indicator) {
    return indicator.health().blockOptional().orElseThrow().getStatus();
  }

  @Test
  void anApplicationWithoutTheActuatorStarts() {
    application
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
        .run(context -> assertThat(context)
            .hasSingleBean(WeirClient.class)
            .doesNotHaveBean("weirHealthIndicator"));
  }

  @Test
  void operationsAreObservedByTheApplicationsRegistry() {
    var seen = new ConcurrentSkipListSet<String>();
    application
        .withBean(ObservationRegistry.class, () -> recording(seen))
        .withPropertyValues("weir.endpoint=" + service.endpoint())
        .run(context -> {
          context.getBean(WeirClient.class).tables().collectList().block();
          assertThat(seen).isNotEmpty();
        });
  }

  private static ObservationRegistry recording(Set<String> seen) {
    var registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new ObservationHandler<>() {
      @Override
      public void onStart(Observation.Context context) {
        seen.add(context.getName());
      }

      @Override
      public boolean supportsContext(Observation.Context context) {
        return true;
      }
    });
    return registry;
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnTables {

    @Bean
    TableService tables() {
      return new ModelTableService();
    }
  }

  @Test
  void anApplicationsOwnServiceComesFirst() {
    application
        .withUserConfiguration(OwnTables.class)
        .run(context -> assertThat(context)
            .hasSingleBean(TableService.class)
            .doesNotHaveBean(WeirClient.class));
  }

  @Test
  void anEmbeddedEngineServesTheRepositoryAndIsClosedWithTheApplication(@TempDir Path folder) {
    for (var run = 0; run < 2; run++) { // the second one finds the folder unlocked, and the bird
      application
          .withUserConfiguration(BirdsConfiguration.class)
          .withPropertyValues("weir.embedded.folder=" + folder.resolve("store"))
          .run(context -> {
            assertThat(context).hasSingleBean(Engine.class).doesNotHaveBean(WeirClient.class);
            var birds = context.getBean(Birds.class);
            birds.save(new Bird("owl", "1", "Athene")).block();
            assertThat(birds.findAll().count().block()).isEqualTo(1);
          });
    }
  }

  @Test
  void twoWaysToNameTheServiceFailTheStartAndAreNamed() {
    application
        .withPropertyValues("weir.connection-string=" + service.connectionString(), "weir.key=AAAA")
        .run(context -> assertThat(context)
            .getFailure()
            .hasStackTraceContaining("weir.connection-string, or weir.endpoint and weir.key"));
  }
}

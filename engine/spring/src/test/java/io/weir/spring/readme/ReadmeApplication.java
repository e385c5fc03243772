package io.weir.spring.readme;

import static io.weir.pattern.filter.Condition.where;

import io.weir.pattern.typed.EntityVersion;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.spring.ChangeListener;
import io.weir.spring.EnableWeirTables;
import io.weir.spring.QueueListener;
import io.weir.spring.WeirRepository;
import io.weir.spring.WeirTable;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The application of the starter's README. */
final class ReadmeApplication {

  private ReadmeApplication() {}

  // snippet
  @EnableWeirTables
  @SpringBootApplication
  static class Application {

    @Bean
    QueueListener sightings(Birds birds) {
      return QueueListener.of(
              "sightings", message -> birds.save(Bird.of(message.text().value())))
          .concurrency(16);
    }

    @Bean
    ChangeListener printed() {
      return ChangeListener.of(
          "printer",
          "Birds",
          batch -> Mono.fromRunnable(() -> System.out.println(batch.items().size() + " change")));
    }
  }

  record Bird(
      @PartitionKey String kind,
      @RowKey String id,
      String name,
      @EntityVersion String version) {

    static Bird of(String name) {
      return new Bird("owl", name, name, null);
    }
  }

  @WeirTable("Birds")
  interface Birds extends WeirRepository<Bird> {

    default Flux<Bird> named(String name) {
      return findAll(where("name").is(name));
    }
  }

  @RestController
  record Api(Birds birds) {

    @GetMapping("/birds/{name}")
    Flux<Bird> named(@PathVariable("name") String name) {
      // Demand reaches from the browser's socket to the tree of the service.
      return birds.named(name);
    }
  }
  // end of snippet
}

package birds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.TableServiceContract;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.junit.TestService;
import io.weir.junit.WeirTest;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.spring.EnableWeirTables;
import io.weir.spring.WeirRepository;
import io.weir.spring.WeirTable;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** What a project does with the parts of a release. */
@WeirTest
class BirdsTest {

  private static final TableName TABLE = new TableName("Sightings");

  @Test
  void theClientReadsWhatItWrote(WeirClient client) {
    client.createTable(TABLE).block();
    client.write(TABLE, new Write.Insert(Entity.builder("owls", "1").build())).block();

    assertEquals(1, client.query(TABLE, Query.ALL).count().block());
  }

  @Test
  void theEngineKeepsItsStore(@TempDir Path folder) throws Exception {
    try (var loops = EmbeddedLoops.start(1)) {
      try (var engine = Engine.open(StoreOptions.in(folder), loops.loops())) {
        var tables = engine.account(AccountName.DEVELOPMENT);
        tables.createTable(TABLE).block();
        tables.write(TABLE, new Write.Insert(Entity.builder("owls", "1").build())).block();
      }
      try (var engine = Engine.open(StoreOptions.in(folder), loops.loops())) {
        var tables = engine.account(AccountName.DEVELOPMENT);
        assertEquals(1, tables.query(TABLE, Query.ALL).count().block());
      }
    }
  }

  @Test
  void theStarterMakesRepositories(TestService service) {
    var application = new SpringApplication(Application.class);
    try (var context = application.run(
        "--weir.connection-string=" + service.connectionString(),
        "--spring.main.web-application-type=none")) {
      var birds = context.getBean(Birds.class);
      birds.save(new Bird("owl", "1", "Tawny Owl")).block();

      assertEquals("Tawny Owl", birds.findAll().blockFirst().name());
    }
  }

  @EnableWeirTables
  @SpringBootApplication
  static class Application {}

  record Bird(@PartitionKey String kind, @RowKey String id, String name) {}

  @WeirTable("Birds")
  interface Birds extends WeirRepository<Bird> {}

  /** Whoever implements the contract may run its tests: here over a service of the release. */
  @Nested
  class Contract implements TableServiceContract {

    private final TableService service;

    Contract(WeirClient client) {
      this.service = client;
    }

    @Override
    public TableService service() {
      return service;
    }
  }
}

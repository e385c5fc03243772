package io.weir.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedSettings;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexStatus;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Indexes, rules of expiry and settings of feeds between services that have them and services that
 * do not.
 */
final class TableDefinitionsTest {

  private static final TableName TABLE = new TableName("People");

  private final ModelTableService model = new ModelTableService();
  private final List<String> remarks = new ArrayList<>();

  @BeforeEach
  void create() {
    model.createTable(TABLE).block();
    model.createIndex(TABLE, IndexDefinition.of("byAge", "Age")).block();
    model.set(TABLE, TableSetting.EXPIRY, Expiry.after(Duration.ofDays(7))).block();
    model.set(TABLE, TableSetting.FEED, new FeedSettings(true)).block();
  }

  @Test
  void aServiceWithoutThemIsExportedWithARemark() {
    var read = TableDefinitions.of(new Plain(), TABLE, remarks::add);

    assertThat(read).isEqualTo(new TableDefinitions(List.of(), List.of()));
    assertThat(remarks).hasSize(2);
    assertThat(remarks.get(0)).startsWith("Left out: indexes table=People. ");
    assertThat(remarks.get(1)).startsWith("Left out: expiry table=People. ");
  }

  @Test
  void aServiceWithoutThemTakesTheEntitiesAndARemarkNamesEachDefinition() {
    TableDefinitions.of(model, TABLE, remarks::add).declare(new Plain(), TABLE, remarks::add);

    assertThat(remarks).hasSize(3);
    assertThat(remarks.get(0)).startsWith("Left out: expiry table=People. ");
    assertThat(remarks.get(1)).startsWith("Left out: feed table=People. ");
    assertThat(remarks.get(2)).startsWith("Left out: index=byAge table=People. ");
  }

  @Test
  void anotherIndexOfTheSameNameFailsTheImport() {
    var definitions = TableDefinitions.of(model, TABLE, remarks::add);
    var target = new ModelTableService();
    target.createTable(TABLE).block();
    target.createIndex(TABLE, IndexDefinition.of("byAge", "Name")).block();

    assertThatThrownBy(() -> definitions.declare(target, TABLE, remarks::add))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("byAge");
    assertThat(remarks).isEmpty();
  }

  /** A service that has tables only. */
  private final class Plain extends CoreTables {

    Plain() {
      super(model);
    }

    @Override
    public Mono<List<IndexStatus>> indexes(TableName table) {
      return refused();
    }

    @Override
    public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
      return refused();
    }

    @Override
    public <T> Mono<T> setting(TableName table, TableSetting<T> setting) {
      return refused();
    }

    @Override
    public <T> Mono<Void> set(TableName table, TableSetting<T> setting, T value) {
      return refused();
    }

    private static <T> Mono<T> refused() {
      return Mono.error(() -> new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, ""));
    }
  }
}

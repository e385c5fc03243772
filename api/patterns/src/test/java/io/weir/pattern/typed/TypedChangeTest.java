package io.weir.pattern.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.pattern.filter.Condition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes in place by references to accessors. */
final class TypedChangeTest {

  private static final EntityKey KEY = new EntityKey("TX", "1");
  private static final Instant EARLY = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATE = Instant.parse("2026-02-01T00:00:00Z");

  record Bird(
      @PartitionKey String state,
      @RowKey String id,
      long seen,
      int low,
      @JsonProperty("LastSeen") @Nullable Instant last,
      @Nullable String tags,
      @Nullable Double weight) {}

  /** A bean. */
  public static final class Counter {
    private String state = "";
    private String id = "";
    private long hits;

    @PartitionKey
    public String getState() {
      return state;
    }

    public void setState(String value) {
      state = value;
    }

    @RowKey
    public String getId() {
      return id;
    }

    public void setId(String value) {
      id = value;
    }

    public long getHits() {
      return hits;
    }

    public void setHits(long value) {
      hits = value;
    }
  }

  private final ModelTableService service = new ModelTableService();
  private final TypedTable<Bird> birds = TypedTable.of(service, "Birds", Bird.class);

  @BeforeEach
  void create() {
    birds.createIfAbsent().block();
  }

  @Test
  void propertiesAreChangedByTheirAccessors() {
    birds.insert(new Bird("TX", "1", 1, 9, EARLY, "a", null)).block();

    var changed = birds
        .change(KEY)
        .add(Bird::seen, 2)
        .min(Bird::low, 4)
        .max(Bird::last, LATE)
        .append(Bird::tags, "b", ",")
        .set(Bird::weight, 0.5)
        .apply()
        .block();

    assertThat(changed).isEqualTo(new Bird("TX", "1", 3, 4, LATE, "a,b", 0.5));
    assertThat(birds.get(KEY).block()).isEqualTo(changed);
    assertThat(birds
            .change(KEY)
            .removeFrom(Bird::tags, "a", ",")
            .remove(Bird::weight)
            .setIfAbsent(Bird::last, EARLY)
            .apply()
            .block())
        .isEqualTo(new Bird("TX", "1", 3, 4, LATE, "b", null));
  }

  @Test
  void aNumberIsStoredInTheTypeOfItsProperty() {
    birds.insert(new Bird("TX", "1", 0, 0, null, null, null)).block();

    birds.change(KEY).remove(Bird::seen).apply().block();
    birds.change(KEY).add(Bird::seen, 1).add(Bird::weight, 2).apply().block();

    var stored = service.get(new io.weir.api.TableName("Birds"), KEY).block();
    assertThat(stored.get("seen")).contains(new EdmInt64(1));
    assertThat(stored.getDouble("weight")).contains(2.0);
    assertThatThrownBy(() -> birds.change(KEY).add(Bird::low, 1L << 40))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("property=low type=Edm.Int32");
    assertThatThrownBy(() -> birds.change(KEY).add(Bird::seen, 0.5))
        .isInstanceOf(MappingException.class)
        .hasMessageContaining("property=seen type=Edm.Int64");
  }

  @Test
  void aConditionMustHoldAndDefaultsCreate() {
    var add = birds.change(KEY).add(Bird::seen, 1);
    var created = new Bird("TX", "1", 5, 0, null, null, null);

    assertThatThrownBy(() -> add.apply().block()).isInstanceOf(NotFoundException.class);
    assertThat(add.orCreate(created).apply().map(Bird::seen).block()).isEqualTo(6);
    assertThat(add.orCreate(created).apply().map(Bird::seen).block()).isEqualTo(7);
    assertThatThrownBy(() -> add.when(Condition.where("seen").gt(9)).apply().block())
        .isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  void aBeanIsChangedByItsGetters() {
    var counters = TypedTable.of(service, "Birds", Counter.class);

    var changed = counters
        .change(KEY)
        .add(Counter::getHits, 3)
        .orCreate(counter())
        .apply()
        .block();

    assertThat(changed.getHits()).isEqualTo(3);
  }

  private static Counter counter() {
    var counter = new Counter();
    counter.setState("TX");
    counter.setId("1");
    return counter;
  }

  @Test
  void aLambdaAndAKeyAreRefused() {
    assertThatThrownBy(() -> birds.change(KEY).add(bird -> bird.seen(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a reference to its accessor: Bird::seen");
    assertThatThrownBy(() -> birds.change(KEY).set(Bird::state, "NM"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("accessor=state");
  }
}

package io.weir.pattern;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.filter.Condition.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.pattern.typed.EntityVersion;
import io.weir.pattern.typed.PartitionKey;
import io.weir.pattern.typed.RowKey;
import io.weir.pattern.typed.TypedTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/**
 * Inheritance: members of a department of several kinds share a table, and each is read as its own
 * type.
 */
public interface InheritancePattern extends PatternDoor {

  // snippet
  /** Everyone who works in a department. */
  sealed interface Member {
    record Engineer(@PartitionKey String department, @RowKey String id, String language)
        implements Member {}

    sealed interface Lead extends Member {}

    record Manager(@PartitionKey String department, @RowKey String id, int reports)
        implements Lead {}

    record Director(@PartitionKey String department, @RowKey String id, long budget)
        implements Lead {}
  }
  // end of snippet

  @Test
  default void membersOfSeveralKindsShareATable() {
    var name = name("Members");

    // snippet
    var members = TypedTable.of(weir(), name, Member.class);
    var hired = members
        .createIfAbsent()
        .thenMany(Flux.just(
            new Member.Engineer("Sales", "1", "Java"),
            new Member.Manager("Sales", "2", 7),
            new Member.Director("Sales", "3", 90_000)))
        .concatMap(members::insert);
    var everyone = hired.thenMany(members.query());

    var leads = members.only(Member.Lead.class);
    var all = leads.query();
    var large = members.only(Member.Manager.class).where(where("reports").gt(5));
    // end of snippet

    assertThat(await(everyone))
        .containsExactly(
            new Member.Engineer("Sales", "1", "Java"),
            new Member.Manager("Sales", "2", 7),
            new Member.Director("Sales", "3", 90_000));
    List<Member.Lead> found = await(all);
    assertThat(found)
        .containsExactly(
            new Member.Manager("Sales", "2", 7), new Member.Director("Sales", "3", 90_000));
    assertThat(await(large)).containsExactly(new Member.Manager("Sales", "2", 7));
    assertThat(await(leads.count())).isEqualTo(2);
    assertThat(leads.get(new EntityKey("Sales", "1")).blockOptional(PATIENCE)).isEmpty();
    assertThat(await(leads.get(new EntityKey("Sales", "2")))).isInstanceOf(Member.Manager.class);
  }

  /** A promotion changes the class of an entity: one replacement, under one key. */
  @Test
  default void anEntityChangesItsClassByOneWrite() {
    var members = TypedTable.of(weir(), name("Members"), Member.class);
    members.createIfAbsent().block(PATIENCE);
    await(members.insert(new Member.Engineer("Sales", "1", "Java")));

    assertThatThrownBy(() -> await(members.insert(new Member.Manager("Sales", "1", 0))))
        .isInstanceOf(ConflictException.class);
    await(members.upsert(new Member.Manager("Sales", "1", 0)));

    assertThat(await(members.query())).containsExactly(new Member.Manager("Sales", "1", 0));
    assertThat(await(members.only(Member.Engineer.class).query())).isEmpty();
    assertThat(await(members.only(Member.Engineer.class).count())).isZero();
  }

  /**
   * A program dies before or after it promotes someone: there is one entity, of the old class or
   * the new one.
   */
  @Test
  default void aProgramThatDiesLeavesOneClass() {
    var name = name("Members");
    TypedTable.of(weir(), name, Member.class).createIfAbsent().block(PATIENCE);

    var runs = KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          var members = TypedTable.of(tables, name, Member.class);
          return members
              .insert(new Member.Engineer("Sales", run, "Java"))
              .then(members.upsert(new Member.Manager("Sales", run, 1)));
        },
        run -> {
          var members = TypedTable.of(weir(), name, Member.class);
          var key = new EntityKey("Sales", run);
          var engineers = await(members.only(Member.Engineer.class).get(key).hasElement());
          var managers = await(members.only(Member.Manager.class).get(key).hasElement());
          assertThat(engineers && managers).as(run).isFalse();
          assertThat(engineers || managers)
              .as(run)
              .isEqualTo(await(members.get(key).hasElement()));
        });
    assertThat(runs).isGreaterThan(4);
  }

  /** A type that belongs to no family. */
  record Visitor(
      @PartitionKey String day,
      @RowKey String name,
      @EntityVersion String version) {}

  @Test
  default void aTypeWithoutSubtypesHasNoBranches() {
    var visitors = TypedTable.of(weir(), name("Visitors"), Visitor.class);

    assertThatThrownBy(() -> visitors.only(Visitor.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The type has no subtypes");
  }
}

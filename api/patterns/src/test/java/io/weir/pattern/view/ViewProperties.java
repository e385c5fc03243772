package io.weir.pattern.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.process.FollowedModel;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import reactor.core.publisher.Flux;

/**
 * Random writes, removals and changes of keys, while programs run the view, stop at any commit, and
 * read a feed that repeats itself. A view then contains what its source implies.
 */
class ViewProperties {

  private static final int STEPS = 60;

  @Property(tries = 150)
  void aViewByKeyContainsWhatItsSourceImplies(@ForAll long seed) {
    var rig = new ViewRig();
    history(rig, new Random(seed), service -> ViewRig.byEmail(service, 1));
    var view = ViewRig.byEmail(rig.service, 1);
    assertThat(rig.rows(view)).isEqualTo(rig.expectedByEmail());
    assertThat(view.verify().collectList().block()).isEmpty();
  }

  @Property(tries = 150)
  void aViewOfGroupsContainsWhatItsSourceImplies(@ForAll long seed) {
    var rig = new ViewRig();
    history(rig, new Random(seed), service -> ViewRig.salaries(service, 1));
    var view = ViewRig.salaries(rig.service, 1);
    assertThat(rig.rows(view)).isEqualTo(rig.expectedSalaries());
    assertThat(view.verify().collectList().block()).isEmpty();
  }

  private static void history(ViewRig rig, Random random, Function<TableService, View> view) {
    var begun = random.nextInt(STEPS);
    for (var step = 0; step < STEPS; step++) {
      change(rig, random);
      if (step >= begun && random.nextInt(6) == 0) {
        ViewRig.catchUp(view.apply(repeating(rig.service, random)), 1 + random.nextInt(5));
      }
    }
    var last = view.apply(rig.service);
    last.build().block();
    ViewRig.catchUp(last);
    assertThat(rig.service.feeds()).isZero();
  }

  private static void change(ViewRig rig, Random random) {
    switch (random.nextInt(12)) {
      case 0, 1 -> {
        try {
          rig.delete(key(random));
        } catch (NotFoundException absent) {
          assertThat(absent).hasMessageContaining("does not exist");
        }
      }
      case 2 ->
        rig.service
            .deleteRange(
                ViewRig.SOURCE,
                Condition.partitionKey().is("p" + random.nextInt(3)).filter())
            .block();
      case 3 -> {
        var partition = "p" + random.nextInt(3);
        var writes = new ArrayList<Write>();
        for (var i = 0; i < 4; i++) {
          writes.add(new Write.Upsert(
              employee(new EntityKey(partition, "e" + i), random), WriteMode.REPLACE));
        }
        rig.service.submit(ViewRig.SOURCE, new Batch(writes)).block();
      }
      default -> rig.put(employee(key(random), random));
    }
  }

  private static EntityKey key(Random random) {
    return new EntityKey("p" + random.nextInt(3), "e" + random.nextInt(4));
  }

  private static Entity employee(EntityKey key, Random random) {
    var employee = Entity.builder(key.partitionKey(), key.rowKey());
    if (random.nextInt(8) > 0) {
      employee.set("Email", "mail" + random.nextInt(5));
    }
    if (random.nextInt(8) > 0) {
      employee.set("Department", "d" + random.nextInt(3));
    }
    if (random.nextInt(8) == 0) {
      employee.set("HasLeft", true);
    }
    if (random.nextInt(8) > 0) {
      employee.set("Salary", salary(random));
    }
    return employee.build();
  }

  /** Returns a whole number, or a Double that no decimal fraction of few digits equals. */
  private static EdmValue salary(Random random) {
    return random.nextInt(3) == 0
        ? new EdmDouble(random.nextInt(10) + 0.1)
        : new EdmInt64(random.nextInt(10) - 3L);
  }

  /**
   * Returns a service whose feeds go back to an earlier place now and then and repeat all after it.
   */
  private static TableService repeating(FollowedModel service, Random random) {
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(),
        new Class<?>[] {TableService.class},
        (proxy, method, arguments) -> {
          if (method.getName().equals("changes") && arguments[0] instanceof FeedScope scope) {
            return repeated(service, scope, (FeedStart) arguments[1], random);
          }
          return method.invoke(service, arguments);
        });
  }

  private static Flux<FeedItem> repeated(
      TableService service, FeedScope scope, FeedStart from, Random random) {
    return Flux.defer(() -> {
      var seen = new ArrayList<FeedItem>();
      return service
          .changes(scope, from)
          .take(1 + random.nextInt(20))
          .doOnNext(seen::add)
          .concatWith(Flux.defer(() -> {
            var back = FeedStart.after(seen.get(random.nextInt(seen.size())).token());
            return service.changes(scope, back);
          }));
    });
  }
}

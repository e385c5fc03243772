package io.weir.testkit;

import static java.util.stream.Collectors.joining;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Every method of {@link TableService} and of its {@link FeedConsumers}, called on a decorator, so
 * that a test names those that do not reach the same method of the decorated service. A method that
 * is added to the contract fails the test of each decorator that does not forward it.
 */
public final class ForwardedCalls {

  /** A call that ends with {@code NotImplemented}. */
  public static final String REFUSED = ErrorCode.NOT_IMPLEMENTED.code();

  /** Default methods that the contract defines by another method, and where they lead. */
  private static final Map<String, String> DEFINED = Map.of(
      "tables()", "tables(Query)",
      "get(TableName, EntityKey)", "get(TableName, EntityKey, Selection)",
      "query(TableName, Query)", "stream(TableName, Query)",
      "count(TableName, Query)", "aggregate(TableName, Query, Aggregation)",
      "deleteIfExists(TableName, EntityKey)", "write(TableName, Write)",
      "deleteIfExists(TableName, EntityKey, IfMatch)", "write(TableName, Write)",
      "changes(ConsumerName, Filter)", "consumers().get(ConsumerName)");

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final TableName TABLE = new TableName("Birds");
  private static final EntityKey KEY = new EntityKey("Owls", "1");
  private static final Write WRITE =
      new Write.Insert(Entity.builder("Owls", "1").build());

  private static final Map<Class<?>, Object> ARGUMENTS = Map.ofEntries(
      Map.entry(TableName.class, TABLE),
      Map.entry(EntityKey.class, KEY),
      Map.entry(Selection.class, Selection.ALL),
      Map.entry(Query.class, Query.ALL),
      Map.entry(Aggregation.class, Aggregation.COUNT),
      Map.entry(Filter.class, Filter.ALL),
      Map.entry(Write.class, WRITE),
      Map.entry(IfMatch.class, IfMatch.ANY),
      Map.entry(Batch.class, Batch.of(WRITE)),
      Map.entry(JointCommit.class, JointCommit.of(TableWrite.of(TABLE, WRITE))),
      Map.entry(List.class, List.of(new TableKey(TABLE, KEY))),
      Map.entry(Publisher.class, Flux.just(BulkLine.of(WRITE))),
      Map.entry(TableSetting.class, TableSetting.EXPIRY),
      Map.entry(Object.class, Expiry.at("ExpiresAt")), // the value of a setting
      Map.entry(IndexDefinition.class, IndexDefinition.of("byName", "Name")),
      Map.entry(IndexName.class, new IndexName("byName")),
      Map.entry(FeedScope.class, FeedScope.of(TABLE)),
      Map.entry(FeedStart.class, FeedStart.NOW),
      Map.entry(FeedToken.class, new FeedToken("T")),
      Map.entry(ConsumerName.class, new ConsumerName("search")),
      Map.entry(Optional.class, Optional.of(TABLE)),
      Map.entry(long.class, 1L));

  /** The failure of each call that reaches the decorated service. */
  private static final class Reached extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final UnaryOperator<TableService> decorator;
  private final List<String> reached = new ArrayList<>();

  private ForwardedCalls(UnaryOperator<TableService> decorator) {
    this.decorator = decorator;
  }

  /**
   * Returns the methods that do not reach the same method of the decorated service, each with what
   * happens instead: the code of the failure, such as {@link #REFUSED}, or the first method that is
   * reached.
   */
  public static Map<String, String> deviations(UnaryOperator<TableService> decorator) {
    var calls = new ForwardedCalls(decorator);
    var found = new TreeMap<String, String>();
    methods(TableService.class)
        .filter(method -> method.getReturnType() != FeedConsumers.class)
        .forEach(method -> calls.add(found, "", method));
    methods(FeedConsumers.class).forEach(method -> calls.add(found, "consumers().", method));
    return found;
  }

  /** Returns the methods of the contract that a class leaves to their default implementation. */
  public static List<String> defaults(Class<? extends TableService> type) {
    return methods(TableService.class)
        .filter(Method::isDefault)
        .filter(method -> Arrays.stream(type.getMethods()).anyMatch(method::equals))
        .map(ForwardedCalls::signature)
        .sorted()
        .toList();
  }

  private void add(Map<String, String> found, String owner, Method method) {
    var name = owner + signature(method);
    reached.clear();
    var failure = failureOf(owner, method);
    if (!reached.contains(name) && !reached.contains(DEFINED.get(name))) {
      found.put(name, outcome(failure));
    }
  }

  private String outcome(Throwable failure) {
    if (failure instanceof TableServiceException refused) {
      return refused.code().code();
    }
    return reached.isEmpty() ? String.valueOf(failure) : reached.get(0);
  }

  private Throwable failureOf(String owner, Method method) {
    try {
      var tables = decorator.apply(recorder(TableService.class, ""));
      var target = owner.isEmpty() ? tables : tables.consumers();
      Flux.from((Publisher<?>) method.invoke(target, arguments(method))).blockLast(PATIENCE);
      return new AssertionError("completed");
    } catch (InvocationTargetException e) {
      return e.getCause();
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    } catch (RuntimeException e) {
      return e;
    }
  }

  private <T> T recorder(Class<T> type, String owner) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) -> answer(owner + signature(method), method.getReturnType())));
  }

  private Object answer(String name, Class<?> type) {
    if (type == FeedConsumers.class) {
      return recorder(FeedConsumers.class, "consumers().");
    }
    reached.add(name);
    return type == Flux.class ? Flux.error(Reached::new) : Mono.error(Reached::new);
  }

  private static Object[] arguments(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(ForwardedCalls::argument)
        .toArray();
  }

  private static Object argument(Class<?> type) {
    return Optional.ofNullable(ARGUMENTS.get(type))
        .orElseThrow(() -> new AssertionError("add an argument of type " + type.getName()));
  }

  private static Stream<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()));
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(joining(", ", method.getName() + "(", ")"));
  }
}

package io.weir.spring;

import io.weir.api.TableService;
import io.weir.pattern.typed.TypedTable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.ResolvableType;

/**
 * Makes the bean of a repository, and declares its table at the start.
 *
 * @param <R> the interface
 */
final class RepositoryFactory<R> implements FactoryBean<R>, InitializingBean {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Class<R> type;
  private final TypedTable<?> table;
  private final boolean declares;

  /** @param type an interface with {@link WeirTable} */
  RepositoryFactory(Class<R> type, TableService tables, WeirProperties properties) {
    this.type = type;
    this.table = table(type, tables);
    this.declares = properties.declareTables();
  }

  private static TypedTable<?> table(Class<?> type, TableService tables) {
    var values =
        ResolvableType.forClass(type).as(WeirRepository.class).getGeneric(0).resolve();
    if (values == null) {
      throw new IllegalStateException(
          type.getName() + " has @WeirTable, so it must extend WeirRepository<T> of some class T.");
    }
    var name = Objects.requireNonNull(type.getAnnotation(WeirTable.class)).value();
    return TypedTable.of(tables, name, values);
  }

  /**
   * Creates the table, its rule of expiry and its indexes if they are missing. Blocks the start of
   * the application.
   */
  @Override
  public void afterPropertiesSet() {
    if (declares) {
      table
          .createIfAbsent()
          .then(table.ensureExpiry())
          .then(table.ensureIndexes())
          .block(PATIENCE);
    }
  }

  @Override
  public R getObject() {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new Calls(type, table)));
  }

  @Override
  public Class<?> getObjectType() {
    return type;
  }

  /** Answers {@link WeirRepository#table} and runs default methods. */
  private record Calls(Class<?> type, TypedTable<?> table) implements InvocationHandler {

    /**
     * Returns the body of a default method. deliberate: {@link InvocationHandler#invokeDefault}
     * refuses an interface that is not public.
     */
    private static MethodHandle body(Method method) throws IllegalAccessException {
      var owner = method.getDeclaringClass();
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .unreflectSpecial(method, owner);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
        throws Throwable {
      if (method.isDefault()) {
        return body(method).bindTo(proxy).invokeWithArguments(arguments);
      }
      return switch (method.getName()) {
        case "table" -> table;
        case "toString" -> type.getSimpleName();
        case "hashCode" -> System.identityHashCode(proxy);
        case "equals" -> arguments != null && proxy == arguments[0];
        default ->
          throw new UnsupportedOperationException(
              type.getName() + "." + method.getName() + " has no body; make it a default method.");
      };
    }
  }
}

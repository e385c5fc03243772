package io.weir.junit;

import io.weir.api.TableService;
import io.weir.api.queue.QueueService;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import java.lang.reflect.Parameter;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Starts and stops the service of a class or of a method; see {@link WeirTest}. A service starts
 * when the first parameter asks for it.
 *
 * <p>Each context keeps at most one service, and stops it when the context ends. A context without
 * one uses that of its parent.
 */
final class WeirExtension
    implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

  private static final Namespace NAMESPACE = Namespace.create(WeirExtension.class);

  private static final Map<Class<?>, Function<TestService, Object>> PARAMETERS = Map.of(
      TestService.class, service -> service,
      WeirClient.class, TestService::client,
      TableService.class, TestService::client,
      WeirQueues.class, TestService::queues,
      QueueService.class, TestService::queues);

  /** The service of one context, which starts when it is asked for. Owner: the test's thread. */
  private static final class Holder {

    private final boolean isFresh;
    private @Nullable TestService service;

    Holder(boolean isFresh) {
      this.isFresh = isFresh;
    }

    TestService service() {
      if (service == null) {
        service = TestService.start();
      }
      return service;
    }

    void close() {
      if (service != null) {
        service.close();
        service = null;
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    var type = context.getRequiredTestClass();
    if (type.isAnnotationPresent(WeirTest.class) || find(context) == null) {
      var annotation = Objects.requireNonNull(annotation(type), "WeirExtension needs @WeirTest");
      context.getStore(NAMESPACE).put(key(context), new Holder(annotation.fresh()));
    }
  }

  private static @Nullable WeirTest annotation(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      var found = each.getAnnotation(WeirTest.class);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return value(parameter.getParameter(), holder(context).service());
  }

  private static Object value(Parameter parameter, TestService service) {
    return Objects.requireNonNull(PARAMETERS.get(parameter.getType())).apply(service);
  }

  private static Holder holder(ExtensionContext context) {
    return Objects.requireNonNull(find(context), "the extension has not begun");
  }

  private static @Nullable Holder find(ExtensionContext context) {
    for (var at = Optional.of(context); at.isPresent(); at = at.get().getParent()) {
      var found = at.get().getStore(NAMESPACE).get(key(at.get()), Holder.class);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static String key(ExtensionContext context) {
    return context.getUniqueId();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    var holder = holder(context);
    if (holder.isFresh) {
      holder.close();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    var own = context.getStore(NAMESPACE).remove(key(context), Holder.class);
    if (own != null) {
      own.close();
    }
  }
}

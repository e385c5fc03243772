package io.weir.api.contract;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/** Skips cases of the contract that fail for a reason that has a name. A case that passes passes, whatever is said of it. */
public abstract class ExcusedFailures implements InvocationInterceptor {

  /** Why the case may fail so; empty where it may not. */
  protected abstract Optional<String> excuse(Method contractCase, Throwable failure);

  @Override
  public final void interceptTestMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext extension)
      throws Throwable {
    try {
      invocation.proceed();
    } catch (Exception | AssertionError failure) {
      throw excuse(context.getExecutable(), failure)
          .<Throwable>map(reason -> new TestAbortedException(reason, failure))
          .orElse(failure);
    }
  }

  @Override
  public final void interceptTestTemplateMethod(
      Invocation<Void> invocation,
      ReflectiveInvocationContext<Method> context,
      ExtensionContext extension)
      throws Throwable {
    interceptTestMethod(invocation, context, extension);
  }
}

package io.weir.api.contract;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.opentest4j.TestAbortedException;

/**
 * An extension that skips cases of the contract that fail for a named reason. A case that passes is
 * never skipped.
 */
public abstract class ExcusedFailures implements InvocationInterceptor {

  /** Returns the reason for which the case may fail with this failure; empty when it must not. */
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

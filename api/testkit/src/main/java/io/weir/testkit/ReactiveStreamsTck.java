package io.weir.testkit;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/**
 * An adapter that runs a verification of the Reactive Streams TCK as JUnit tests, one for each
 * rule.
 *
 * <p>The TCK is written for TestNG. This class calls its methods in TestNG's order, so no second
 * runner is needed. A rule that the TCK skips becomes an aborted test. Rules that the TCK marks as
 * untested are left out.
 */
public final class ReactiveStreamsTck {

  /** Longest wait for an expected signal, in milliseconds. */
  private static final long PATIENCE_MILLIS = 20_000;

  /** How long the absence of a signal is observed, in milliseconds. */
  private static final long SILENCE_MILLIS = 5;

  private static final String UNTESTED = "untested_";

  /** Rules for publishers with several subscribers. The TCK retries them until its timeout. */
  private static final String OF_SEVERAL = "optional_spec111_";

  private ReactiveStreamsTck() {}

  /** Returns the timeouts for all verifications. */
  public static TestEnvironment environment() {
    return new TestEnvironment(PATIENCE_MILLIS, SILENCE_MILLIS, SILENCE_MILLIS);
  }

  /** Returns the rules of a verification. They run one after another. */
  public static Stream<DynamicTest> rules(Object verification) {
    return methods(verification, Test.class).stream()
        .filter(rule -> !rule.getName().startsWith(UNTESTED))
        .map(rule -> DynamicTest.dynamicTest(rule.getName(), () -> run(verification, rule)));
  }

  /**
   * Returns the rules for a publisher with one subscriber at a time. Optional rules for several
   * subscribers are left out.
   */
  public static Stream<DynamicTest> rulesOfOneSubscriber(Object verification) {
    return rules(verification).filter(rule -> !rule.getDisplayName().startsWith(OF_SEVERAL));
  }

  private static void run(Object verification, Method rule) throws Throwable {
    callAll(verification, BeforeClass.class);
    try {
      callAll(verification, BeforeMethod.class);
      call(verification, rule);
    } catch (SkipException e) {
      throw new TestAbortedException(e.getMessage(), e);
    } finally {
      callAll(verification, AfterClass.class);
    }
  }

  private static void callAll(Object verification, Class<? extends Annotation> kind)
      throws Throwable {
    for (var method : methods(verification, kind)) {
      call(verification, method);
    }
  }

  private static List<Method> methods(Object verification, Class<? extends Annotation> kind) {
    return Arrays.stream(verification.getClass().getMethods())
        .filter(method -> method.isAnnotationPresent(kind))
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  private static void call(Object verification, Method method) throws Throwable {
    try {
      method.invoke(verification);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}

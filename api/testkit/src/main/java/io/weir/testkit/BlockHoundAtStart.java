package io.weir.testkit;

import java.lang.management.ManagementFactory;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;
import reactor.blockhound.BlockHound;

/**
 * Installs BlockHound before the first test runs, if the JVM has the option that it needs since JDK
 * 13: {@code -XX:+AllowRedefinitionToAddDeleteMethods}. {@code -Dweir.blockhound=false} leaves it
 * out, for tools that rewrite classes themselves.
 *
 * <p>deliberate: it waits for the start of the plan. Maven discovers tests in its own JVM, to share
 * them among several, and BlockHound cannot be installed there.
 */
public final class BlockHoundAtStart implements TestExecutionListener {

  private static final String ALLOWANCE = "-XX:+AllowRedefinitionToAddDeleteMethods";

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    if (Boolean.parseBoolean(System.getProperty("weir.blockhound", "true")) && isAllowed()) {
      BlockHound.install();
    }
  }

  private static boolean isAllowed() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().contains(ALLOWANCE);
  }
}

/**
 * Views over a model of a service, on one thread: all steps of a program that is killed, random
 * histories, and the parts of a plan.
 */
@NullMarked
package io.weir.pattern.view;

import org.jspecify.annotations.NullMarked;

package server

import (
	"container/list"
	"context"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"time"

	"github.com/normlet/normlet/core"
)

// queue gives turns to tasks, to a fixed number at a time. Each client, told by its address, has a line of its own, and
// the lines take turns, so no client can keep the others waiting. A task that would wait longer than maxWait is refused
// on arrival; an accepted task always gets its turn. (semaphore.Weighted has one line for all and tells no wait.)
//
// A look-up that gets a turn also answers waiting look-ups with the same options: core reads its codes once for all.
type queue struct {
	places   int
	together int           // the most look-ups that one turn answers
	maxWait  time.Duration // the longest wait that a task may expect

	mu      sync.Mutex
	running int
	later   int // of these, the turns of requests that were accepted earlier
	waiting int
	took    float64   // seconds of recent turns, without those that later counts; older ones weigh less
	done    float64   // tasks that these turns answered
	lines   list.List // of *line, the next in turn first; no line is empty
	line    map[netip.Addr]*list.Element
}

type line struct {
	client netip.Addr
	tasks  list.List // of *task
}

// task is what waits for a turn: a look-up, or any other work.
type task struct {
	client   netip.Addr
	view     *view
	question *question // nil: nothing that could be answered with others

	accepted bool          // its request was accepted earlier, so it is not refused
	place    *list.Element // in its line; nil once it has left the line
	ready    chan struct{} // closed when it has its turn or its answer
	begun    time.Time
	mates    []*task // look-ups of other requests that its turn answers, too
	answered bool    // the turn of another task has set answer or err
	answer   core.Answer
	err      error
}

func newQueue(places, together int, maxWait time.Duration) *queue {
	return &queue{places: places, together: together, maxWait: maxWait, line: make(map[netip.Addr]*list.Element)}
}

// join waits until t has its turn, which the caller ends by leave, or is answered.
func (q *queue) join(ctx context.Context, t *task) error {
	q.mu.Lock()
	if q.running < q.places {
		q.start(t)
		q.mu.Unlock()
		q.begin(t)
		return nil
	}
	if wait := q.wait(t.client); wait > q.maxWait && !t.accepted {
		q.mu.Unlock()
		return tooBusy(wait)
	}
	t.ready = make(chan struct{})
	q.push(t)
	q.mu.Unlock()
	select {
	case <-t.ready:
	case <-ctx.Done():
		if q.withdraw(t) {
			return errGone
		}
		<-t.ready
	}
	if !t.answered {
		q.begin(t)
	}
	return nil
}

// begin begins the turn of t. A look-up yields the processor first: requests that have arrived but not run yet then join
// the queue, and gather finds them. If there are none, yielding takes no time.
func (q *queue) begin(t *task) {
	if t.question != nil && q.together > 1 {
		runtime.Gosched()
		q.gather(t)
	}
	t.begun = time.Now()
}

// leave ends the turn of t, and gives it to the next task.
func (q *queue) leave(t *task) {
	for _, m := range t.mates {
		m.tell(nil, errFailed) // unless it has its answer
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	if t.accepted {
		q.later--
	} else {
		q.took = q.took*recent + time.Since(t.begun).Seconds()
		q.done = q.done*recent + float64(1+len(t.mates))
	}
	if next := q.pop(); next != nil {
		q.start(next)
		close(next.ready)
	}
}

// recent is the share of its weight that a turn keeps at the next one: about the last hundred make the estimate.
const recent = 0.99

// start counts the turn of t.
func (q *queue) start(t *task) {
	q.running++
	if t.accepted {
		q.later++
	}
}

// tell answers a waiting look-up, unless it has an answer already.
func (t *task) tell(a *core.Answer, err error) {
	if t.answered {
		return
	}
	if t.answered, t.err = true, err; a != nil {
		t.answer = *a
	}
	close(t.ready)
}

// push adds t to the line of its client.
func (q *queue) push(t *task) {
	e := q.line[t.client]
	if e == nil {
		e = q.lines.PushBack(&line{client: t.client})
		q.line[t.client] = e
	}
	t.place = e.Value.(*line).tasks.PushBack(t)
	q.waiting++
}

// remove takes t out of its line.
func (q *queue) remove(t *task) {
	e := q.line[t.client]
	l := e.Value.(*line)
	l.tasks.Remove(t.place)
	t.place = nil
	q.waiting--
	if l.tasks.Len() == 0 {
		q.lines.Remove(e)
		delete(q.line, t.client)
	}
}

// pop takes out the first task of the line that comes next, nil if there is none.
func (q *queue) pop() *task {
	first := q.lines.Front()
	if first == nil {
		return nil
	}
	t := first.Value.(*line).tasks.Front().Value.(*task)
	q.lines.MoveToBack(first)
	q.remove(t)
	return t
}

// withdraw takes out t whose client has gone, unless its turn or its answer comes already.
func (q *queue) withdraw(t *task) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.place == nil {
		return false
	}
	q.remove(t)
	return true
}

// gather takes look-ups like that of t out of all lines, those that wait longest first in each.
func (q *queue) gather(t *task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	looks, text := lookedAt*q.together, t.question.size()
	for e := q.lines.Front(); e != nil; {
		next := e.Next()
		for place := e.Value.(*line).tasks.Front(); place != nil; {
			m := place.Value.(*task)
			place = place.Next()
			if looks--; looks < 0 || len(t.mates)+1 == q.together {
				return
			}
			if m.question == nil || m.view != t.view || !sameOptions(m.question, t.question) {
				continue
			}
			if text += m.question.size(); text > maxTogetherBytes {
				return
			}
			q.remove(m)
			t.mates = append(t.mates, m)
		}
		e = next
	}
}

// lookedAt is how many waiting tasks gather looks at for each that it may take.
const lookedAt = 4

// check refuses a request that would have to wait too long.
func (q *queue) check(client netip.Addr) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if wait := q.wait(client); wait > q.maxWait {
		return tooBusy(wait)
	}
	return nil
}

// wait estimates how long a new task of a client would wait: for the tasks of its own line, and for as many of each other
// line, since lines take turns. Places with turns that later counts do not help.
func (q *queue) wait(client netip.Addr) time.Duration {
	if q.done == 0 {
		return 0 // nobody knows yet
	}
	own, others := 0, q.lines.Len()
	if e := q.line[client]; e != nil {
		own, others = e.Value.(*line).tasks.Len(), others-1
	}
	ahead := min(q.waiting, own+(own+1)*others)
	seconds := float64(ahead) * q.took / q.done / float64(max(1, q.places-q.later))
	return time.Duration(seconds * float64(time.Second))
}

// length returns how many tasks wait.
func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}

// clientOf returns the address of a client. For IPv6 it is the first 64 bits: a client has all addresses that share them.
func clientOf(r *http.Request) netip.Addr {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{} // of a test
	}
	address := a.Addr().Unmap()
	if address.Is6() {
		if p, err := address.WithZone("").Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return address
}

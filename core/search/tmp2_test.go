package search
import ("testing";"math/rand/v2";"time";"fmt";"github.com/normlet/normlet/internal/bitvec")
func TestFig(t *testing.T){
	for _, rows := range []int{123590, 2_400_000} {
	for _, bits := range []int{256} {
		if rows>1e6 && bits!=256 {continue}
		w:=bits/64
		codes, qs := benchCodes(rows,bits,256)
		type v struct{name string; f func(i int)}
		own := bitvec.Make[uint64](len(codes)); copy(own,codes)
		vs := []v{{"read", func(i int){bitvec.ReadSum(own)}}}
		for _,k := range bitvec.Kernels() { if !k.Runnable(){continue}
			x,_ := newIndex(codes,bits,k,Config{HashRows:-1})
			r := rand.New(rand.NewPCG(3,3))
			f := randomFilter(t,r,x,0.1)
			del := randomFilter(t,r,x,0.99)
			var dst []Hit
			for _,kk := range []int{10,128} {
			vs=append(vs,v{fmt.Sprintf("%s k=%d",k.Name(),kk),func(i int){dst,_=x.AppendNearest(dst[:0],qs[i%256*w:][:w],kk,nil)}})
			vs=append(vs,v{fmt.Sprintf("%s k=%d filter10%%",k.Name(),kk),func(i int){dst,_=x.AppendNearest(dst[:0],qs[i%256*w:][:w],kk,&Options{Filter:f})}})
			}
			vs=append(vs,v{fmt.Sprintf("%s k=10 filter99%%",k.Name()),func(i int){dst,_=x.AppendNearest(dst[:0],qs[i%256*w:][:w],10,&Options{Filter:del})}})
			if rows<1e6 {
			var bd [][]Hit
			vs=append(vs,v{fmt.Sprintf("%s batch256",k.Name()),func(i int){ if i%4==0 {bd,_=x.NearestBatch(bd,qs,10,nil)}}})
			}
		}
		rounds := 40
		if rows>1e6 {rounds=20}
		// median over rounds of min? use min per variant over rounds of a query set
		best := make([]time.Duration,len(vs)); for i:=range best{best[i]=1<<40}
		for rd := range rounds { for j,vv := range vs {
			n:=8; if len(vv.name)>8 && vv.name[len(vv.name)-8:]=="batch256" { n=1; if rd%4!=0 {continue} }
			if n==1 { t0:=time.Now(); vv.f(0); best[j]=min(best[j],time.Since(t0)/256); continue }
			var s time.Duration
			for i := range n { b:=time.Duration(1<<40); for range 3 { t0:=time.Now(); vv.f(i); b=min(b,time.Since(t0)) }; s+=b }
			best[j]=min(best[j],s/time.Duration(n))
		}}
		for j,vv := range vs { fmt.Printf("%d x %d  %-22s %8.1f us  %.2fx\n",rows,bits,vv.name,float64(best[j])/1e3,float64(best[j])/float64(best[0])) }
	}}
}
